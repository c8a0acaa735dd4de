-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "checked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "page_texts" (
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_texts_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "page_snapshots" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "message_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "canonical_url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "author" TEXT,
    "published_at" TEXT,
    "text_hash" TEXT NOT NULL,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_snapshots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "page_snapshots_text_hash_idx" ON "page_snapshots"("text_hash");

-- CreateIndex
CREATE UNIQUE INDEX "page_snapshots_message_id_url_text_hash_key" ON "page_snapshots"("message_id", "url", "text_hash");

-- AddForeignKey
ALTER TABLE "page_snapshots" ADD CONSTRAINT "page_snapshots_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_snapshots" ADD CONSTRAINT "page_snapshots_text_hash_fkey" FOREIGN KEY ("text_hash") REFERENCES "page_texts"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Removes a text with the last snapshot that needs it. A text that another answer is being joined to stays.
CREATE FUNCTION "remove_unused_page_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "page_texts" WHERE "hash" = OLD."text_hash"
    AND NOT EXISTS (SELECT 1 FROM "page_snapshots" WHERE "text_hash" = OLD."text_hash");
  RETURN NULL;
EXCEPTION WHEN foreign_key_violation OR restrict_violation THEN
  RETURN NULL;
END $$;

CREATE TRIGGER "remove_unused_page_text" AFTER DELETE ON "page_snapshots"
  FOR EACH ROW EXECUTE FUNCTION "remove_unused_page_text"();
