-- AlterTable
ALTER TABLE "position_theses" ADD COLUMN     "evidence" TEXT,
ADD COLUMN     "evidence_hash" TEXT;

-- CreateTable
CREATE TABLE "evidence_origins" (
    "id" UUID NOT NULL,
    "position_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "evidence_origins_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "evidence_origins_position_id_idx" ON "evidence_origins"("position_id");

-- CreateIndex
CREATE INDEX "evidence_origins_user_id_idx" ON "evidence_origins"("user_id");

-- CreateIndex
CREATE INDEX "evidence_origins_message_id_idx" ON "evidence_origins"("message_id");

-- AddForeignKey
ALTER TABLE "evidence_origins" ADD CONSTRAINT "evidence_origins_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_origins" ADD CONSTRAINT "evidence_origins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_origins" ADD CONSTRAINT "evidence_origins_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
