-- CreateTable
CREATE TABLE "answer_versions" (
    "message_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_versions_pkey" PRIMARY KEY ("message_id","attempt")
);

-- AddForeignKey
ALTER TABLE "answer_versions" ADD CONSTRAINT "answer_versions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
