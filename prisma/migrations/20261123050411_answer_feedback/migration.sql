-- CreateTable
CREATE TABLE "answer_feedback" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "message_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rating" TEXT NOT NULL,
    "reasons" TEXT[],
    "comment" TEXT NOT NULL DEFAULT '',
    "model" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_feedback_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "answer_feedback_user_id_idx" ON "answer_feedback"("user_id");

-- CreateIndex
CREATE INDEX "answer_feedback_updated_at_id_idx" ON "answer_feedback"("updated_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "answer_feedback_message_id_user_id_key" ON "answer_feedback"("message_id", "user_id");

-- AddForeignKey
ALTER TABLE "answer_feedback" ADD CONSTRAINT "answer_feedback_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_feedback" ADD CONSTRAINT "answer_feedback_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
