-- AlterTable
ALTER TABLE "page_snapshots" ADD COLUMN     "final_url" TEXT;

-- CreateTable
CREATE TABLE "research_pages" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "research_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "canonical_url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "author" TEXT,
    "published_at" TEXT,
    "text_hash" TEXT NOT NULL,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "research_pages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "research_pages_text_hash_idx" ON "research_pages"("text_hash");

-- CreateIndex
CREATE UNIQUE INDEX "research_pages_research_id_url_text_hash_key" ON "research_pages"("research_id", "url", "text_hash");

-- AddForeignKey
ALTER TABLE "research_pages" ADD CONSTRAINT "research_pages_research_id_fkey" FOREIGN KEY ("research_id") REFERENCES "researches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "research_pages" ADD CONSTRAINT "research_pages_text_hash_fkey" FOREIGN KEY ("text_hash") REFERENCES "page_texts"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A text stays as long as an answer or a research needs it.
CREATE OR REPLACE FUNCTION "remove_unused_page_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "page_texts" WHERE "hash" = OLD."text_hash"
    AND NOT EXISTS (SELECT 1 FROM "page_snapshots" WHERE "text_hash" = OLD."text_hash")
    AND NOT EXISTS (SELECT 1 FROM "research_pages" WHERE "text_hash" = OLD."text_hash");
  RETURN NULL;
EXCEPTION WHEN foreign_key_violation OR restrict_violation THEN
  RETURN NULL;
END $$;

CREATE TRIGGER "remove_unused_page_text" AFTER DELETE ON "research_pages"
  FOR EACH ROW EXECUTE FUNCTION "remove_unused_page_text"();
