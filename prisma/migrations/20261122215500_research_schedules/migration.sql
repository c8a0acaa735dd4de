-- AlterTable
ALTER TABLE "researches" ADD COLUMN     "schedule_id" UUID;

-- CreateTable
CREATE TABLE "research_schedules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "questions" TEXT[],
    "minutes" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "usd" DECIMAL(8,2),
    "frequency" TEXT NOT NULL,
    "weekday" INTEGER,
    "day_of_month" INTEGER,
    "time" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "research_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "research_schedules_next_at_idx" ON "research_schedules"("next_at");

-- CreateIndex
CREATE INDEX "research_schedules_user_id_idx" ON "research_schedules"("user_id");

-- CreateIndex
CREATE INDEX "research_schedules_conversation_id_idx" ON "research_schedules"("conversation_id");

-- CreateIndex
CREATE INDEX "researches_schedule_id_created_at_idx" ON "researches"("schedule_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "researches" ADD CONSTRAINT "researches_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "research_schedules"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "research_schedules" ADD CONSTRAINT "research_schedules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "research_schedules" ADD CONSTRAINT "research_schedules_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
