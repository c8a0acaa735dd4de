-- AlterTable
ALTER TABLE "ledger_events" ALTER COLUMN "position_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "recorded_days" (
    "seq" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "recorded_days_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "recorded_days_day_idx" ON "recorded_days"("day");
