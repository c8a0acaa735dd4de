-- AlterTable
ALTER TABLE "objects" ADD COLUMN     "text_tokens" INTEGER;

-- CreateTable
CREATE TABLE "conversation_summaries" (
    "conversation_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "through_seq" BIGINT NOT NULL,
    "messages" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_summaries_pkey" PRIMARY KEY ("conversation_id")
);

-- AddForeignKey
ALTER TABLE "conversation_summaries" ADD CONSTRAINT "conversation_summaries_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
