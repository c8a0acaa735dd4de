-- CreateTable
CREATE TABLE "thesis_alerts" (
    "id" BIGSERIAL NOT NULL,
    "position_id" UUID NOT NULL,
    "research_id" UUID NOT NULL,
    "passage" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thesis_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "thesis_alerts_research_id_idx" ON "thesis_alerts"("research_id");

-- CreateIndex
CREATE UNIQUE INDEX "thesis_alerts_position_id_research_id_key" ON "thesis_alerts"("position_id", "research_id");

-- AddForeignKey
ALTER TABLE "thesis_alerts" ADD CONSTRAINT "thesis_alerts_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thesis_alerts" ADD CONSTRAINT "thesis_alerts_research_id_fkey" FOREIGN KEY ("research_id") REFERENCES "researches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
