-- AlterTable
ALTER TABLE "collection_documents" ADD COLUMN     "xai_collection_id" TEXT,
ADD COLUMN     "xai_file_id" TEXT,
ADD COLUMN     "xai_problem" TEXT,
ADD COLUMN     "xai_state" TEXT;

-- AlterTable
ALTER TABLE "collections" ADD COLUMN     "is_mirrored" BOOLEAN,
ADD COLUMN     "xai_name" TEXT,
ADD COLUMN     "xai_problem" TEXT;

-- CreateTable
CREATE TABLE "xai_deletions" (
    "id" BIGSERIAL NOT NULL,
    "xai_collection_id" TEXT,
    "xai_file_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "xai_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "xai_marks" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "mark" TEXT NOT NULL,

    CONSTRAINT "xai_marks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "xai_deletions_xai_collection_id_idx" ON "xai_deletions"("xai_collection_id");

-- Whatever makes a copy at xAI unwanted – a cascade included – lists it for deletion, in the same transaction.
CREATE FUNCTION "list_xai_collection_for_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "xai_deletions" ("xai_collection_id") VALUES (OLD."xai_collection_id");
  RETURN NULL;
END $$;

CREATE TRIGGER "collections_xai_deleted" AFTER DELETE ON "collections" FOR EACH ROW
  WHEN (OLD."xai_collection_id" IS NOT NULL) EXECUTE FUNCTION "list_xai_collection_for_deletion"();
CREATE TRIGGER "collections_xai_replaced" AFTER UPDATE ON "collections" FOR EACH ROW
  WHEN (OLD."xai_collection_id" IS NOT NULL AND NEW."xai_collection_id" IS DISTINCT FROM OLD."xai_collection_id")
  EXECUTE FUNCTION "list_xai_collection_for_deletion"();

CREATE FUNCTION "list_xai_file_for_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "xai_deletions" ("xai_collection_id", "xai_file_id") VALUES (OLD."xai_collection_id", OLD."xai_file_id");
  RETURN NULL;
END $$;

CREATE TRIGGER "collection_documents_xai_deleted" AFTER DELETE ON "collection_documents" FOR EACH ROW
  WHEN (OLD."xai_file_id" IS NOT NULL) EXECUTE FUNCTION "list_xai_file_for_deletion"();
CREATE TRIGGER "collection_documents_xai_replaced" AFTER UPDATE ON "collection_documents" FOR EACH ROW
  WHEN (OLD."xai_file_id" IS NOT NULL AND NEW."xai_file_id" IS DISTINCT FROM OLD."xai_file_id")
  EXECUTE FUNCTION "list_xai_file_for_deletion"();

-- A document with another title, text or collection needs another copy, whatever statement changes it.
CREATE FUNCTION "forget_xai_copy"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."xai_state" = NULL;
  NEW."xai_file_id" = NULL;
  NEW."xai_collection_id" = NULL;
  NEW."xai_problem" = NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "collection_documents_xai_outdated" BEFORE UPDATE ON "collection_documents" FOR EACH ROW
  WHEN (OLD."xai_state" IS NOT NULL AND (OLD."title" <> NEW."title" OR OLD."object_id" IS DISTINCT FROM NEW."object_id"
    OR OLD."collection_id" <> NEW."collection_id"))
  EXECUTE FUNCTION "forget_xai_copy"();
