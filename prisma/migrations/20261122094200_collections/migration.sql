-- DropIndex
DROP INDEX "collection_documents_collection_id_idx";

-- AlterTable
ALTER TABLE "collection_documents" ADD COLUMN     "content_hash" TEXT,
ADD COLUMN     "indexed_at" TIMESTAMPTZ(3),
ADD COLUMN     "object_id" UUID,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "collections" ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'personal';

-- AlterTable
ALTER TABLE "object_passages" ADD COLUMN     "words" tsvector;

-- AlterTable
ALTER TABLE "objects" ADD COLUMN     "document_id" UUID;

-- CreateTable
CREATE TABLE "collection_switches" (
    "conversation_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "is_on" BOOLEAN NOT NULL,

    CONSTRAINT "collection_switches_pkey" PRIMARY KEY ("conversation_id","collection_id")
);

-- CreateIndex
CREATE INDEX "collection_switches_collection_id_idx" ON "collection_switches"("collection_id");

-- CreateIndex
CREATE UNIQUE INDEX "collection_documents_object_id_key" ON "collection_documents"("object_id");

-- CreateIndex
CREATE INDEX "collection_documents_collection_id_created_at_id_idx" ON "collection_documents"("collection_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "collection_documents_collection_id_content_hash_idx" ON "collection_documents"("collection_id", "content_hash");

-- CreateIndex
CREATE INDEX "collections_scope_idx" ON "collections"("scope");

-- CreateIndex
CREATE INDEX "object_passages_words_idx" ON "object_passages" USING GIN ("words");

-- CreateIndex
CREATE INDEX "objects_document_id_idx" ON "objects"("document_id");

-- AddForeignKey
ALTER TABLE "objects" ADD CONSTRAINT "objects_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "collection_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_switches" ADD CONSTRAINT "collection_switches_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_switches" ADD CONSTRAINT "collection_switches_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A file of a document waits for nothing, like one of a message.
CREATE OR REPLACE FUNCTION "count_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_sign int := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "account_usage" usage SET
    "files" = usage."files" + v_sign * changed.files,
    "bytes" = usage."bytes" + v_sign * changed.bytes,
    "waiting" = usage."waiting" + v_sign * changed.waiting
  FROM (
    SELECT "user_id", count(*) AS files, sum("size"::bigint) AS bytes,
           count(*) FILTER (WHERE "message_id" IS NULL AND "document_id" IS NULL) AS waiting
    FROM "changed_objects" GROUP BY "user_id"
  ) AS changed
  WHERE usage."user_id" = changed."user_id";
  RETURN NULL;
END $$;

-- Files of organization-wide documents move to another administrator when their owner's account is deleted.
CREATE OR REPLACE FUNCTION "recount_object"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_old_waiting int := (OLD."message_id" IS NULL AND OLD."document_id" IS NULL)::int;
  v_new_waiting int := (NEW."message_id" IS NULL AND NEW."document_id" IS NULL)::int;
BEGIN
  IF NEW."user_id" = OLD."user_id" THEN
    UPDATE "account_usage" SET "bytes" = "bytes" + NEW."size" - OLD."size", "waiting" = "waiting" + v_new_waiting - v_old_waiting
    WHERE "user_id" = NEW."user_id";
  ELSE
    UPDATE "account_usage" SET "files" = "files" - 1, "bytes" = "bytes" - OLD."size", "waiting" = "waiting" - v_old_waiting
    WHERE "user_id" = OLD."user_id";
    UPDATE "account_usage" SET "files" = "files" + 1, "bytes" = "bytes" + NEW."size", "waiting" = "waiting" + v_new_waiting
    WHERE "user_id" = NEW."user_id";
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "objects_changed_usage" ON "objects";
CREATE TRIGGER "objects_changed_usage" AFTER UPDATE OF "size", "message_id", "document_id", "user_id" ON "objects" FOR EACH ROW
  WHEN (OLD."size" <> NEW."size" OR OLD."message_id" IS DISTINCT FROM NEW."message_id"
        OR OLD."document_id" IS DISTINCT FROM NEW."document_id" OR OLD."user_id" <> NEW."user_id")
  EXECUTE FUNCTION "recount_object"();
