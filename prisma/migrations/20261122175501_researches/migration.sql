-- CreateTable
CREATE TABLE "researches" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'planning',
    "minutes" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "usd" DECIMAL(8,2),
    "milliseconds" INTEGER NOT NULL DEFAULT 0,
    "pages_read" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" DECIMAL(14,8),
    "question_id" UUID,
    "message_id" UUID,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "researches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "research_steps" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "research_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "note" TEXT NOT NULL DEFAULT '',
    "sources" JSONB NOT NULL DEFAULT '[]',
    "pages" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "research_steps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "researches_conversation_id_idx" ON "researches"("conversation_id");

-- CreateIndex
CREATE INDEX "researches_user_id_created_at_idx" ON "researches"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "researches_question_id_idx" ON "researches"("question_id");

-- CreateIndex
CREATE INDEX "research_steps_research_id_place_idx" ON "research_steps"("research_id", "place");

-- AddForeignKey
ALTER TABLE "researches" ADD CONSTRAINT "researches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "researches" ADD CONSTRAINT "researches_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "research_steps" ADD CONSTRAINT "research_steps_research_id_fkey" FOREIGN KEY ("research_id") REFERENCES "researches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
