-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "temporary_until" TIMESTAMPTZ(3);

-- What waits to be deleted: few rows of many.
CREATE INDEX "conversations_temporary_idx" ON "conversations"("temporary_until") WHERE "temporary_until" IS NOT NULL;

-- The search finds nothing of temporary conversations.
CREATE OR REPLACE FUNCTION "index_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "model", "has_files", "words")
  SELECT NEW."id", c."id", owner."id", false, NEW."created_at", NEW."metadata" ->> 'modelId',
         NEW."attachments" <> '[]'::jsonb,
         search_words(owner."id", NEW."content", coalesce(
           (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(NEW."attachments") AS file), ''))
  FROM "conversations" c CROSS JOIN LATERAL (SELECT coalesce(c."user_id", c."discarded_by")) AS owner("id")
  WHERE c."id" = NEW."conversation_id" AND c."temporary_until" IS NULL
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words", "model" = excluded."model";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "index_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."temporary_until" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "has_files", "words")
  VALUES (NEW."id", NEW."id", NEW."user_id", true, NEW."updated_at", false, search_words(NEW."user_id", '', NEW."title"))
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words";
  RETURN NULL;
END $$;
