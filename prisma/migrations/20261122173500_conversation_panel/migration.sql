-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "discarded_at" TIMESTAMPTZ(3),
ADD COLUMN     "discarded_by" UUID,
ADD COLUMN     "is_archived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_pinned" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_unread" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "user_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "conversations_panel_idx" ON "conversations"("user_id", "is_archived", "is_pinned" DESC, "updated_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_discarded_by_fkey" FOREIGN KEY ("discarded_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the panel marks, and what waits to be deleted: few rows of many.
CREATE INDEX "conversations_unread_idx" ON "conversations"("user_id") WHERE "is_unread";
CREATE INDEX "conversations_discarded_idx" ON "conversations"("discarded_by", "discarded_at") WHERE "discarded_by" IS NOT NULL;

-- A conversation has an owner, or a user who discarded it.
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_check"
  CHECK (("user_id" IS NULL) = ("discarded_by" IS NOT NULL) AND ("discarded_by" IS NULL) = ("discarded_at" IS NULL));

-- Discarded conversations count until they are deleted.
CREATE OR REPLACE FUNCTION "count_conversations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_sign int := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "account_usage" usage SET "conversations" = usage."conversations" + v_sign * changed.conversations
  FROM (
    SELECT coalesce("user_id", "discarded_by") AS user_id, count(*) AS conversations FROM "changed_conversations" GROUP BY 1
  ) AS changed
  WHERE usage."user_id" = changed."user_id";
  RETURN NULL;
END $$;

-- An answer may end after its conversation was discarded.
CREATE OR REPLACE FUNCTION "index_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "model", "has_files", "words")
  SELECT NEW."id", c."id", owner."id", false, NEW."created_at", NEW."metadata" ->> 'modelId',
         NEW."attachments" <> '[]'::jsonb,
         search_words(owner."id", NEW."content", coalesce(
           (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(NEW."attachments") AS file), ''))
  FROM "conversations" c CROSS JOIN LATERAL (SELECT coalesce(c."user_id", c."discarded_by")) AS owner("id")
  WHERE c."id" = NEW."conversation_id"
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words", "model" = excluded."model";
  RETURN NULL;
END $$;
