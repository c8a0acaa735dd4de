-- AlterTable
ALTER TABLE "model_endpoints" ADD COLUMN     "embedding_model" TEXT,
ADD COLUMN     "rerank_model" TEXT;
