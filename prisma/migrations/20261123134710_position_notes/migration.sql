-- CreateTable
CREATE TABLE "position_notes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "position_id" UUID NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "position_note_versions" (
    "note_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_note_versions_pkey" PRIMARY KEY ("note_id","version")
);

-- CreateIndex
CREATE INDEX "position_notes_position_id_created_at_idx" ON "position_notes"("position_id", "created_at");

-- CreateIndex
CREATE INDEX "position_notes_author_id_idx" ON "position_notes"("author_id");

-- AddForeignKey
ALTER TABLE "position_notes" ADD CONSTRAINT "position_notes_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "position_notes" ADD CONSTRAINT "position_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "position_note_versions" ADD CONSTRAINT "position_note_versions_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "position_notes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
