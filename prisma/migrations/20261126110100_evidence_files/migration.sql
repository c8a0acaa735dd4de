-- CreateTable
CREATE TABLE "evidence_files" (
    "id" UUID NOT NULL,
    "position_id" UUID NOT NULL,
    "user_id" UUID,
    "document_id" UUID,

    CONSTRAINT "evidence_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "evidence_files_position_id_idx" ON "evidence_files"("position_id");

-- CreateIndex
CREATE INDEX "evidence_files_user_id_idx" ON "evidence_files"("user_id");

-- CreateIndex
CREATE INDEX "evidence_files_document_id_idx" ON "evidence_files"("document_id");

-- AddForeignKey
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "collection_documents"("id") ON DELETE SET NULL ON UPDATE CASCADE;
