-- AlterTable
ALTER TABLE "stock_splits" ADD COLUMN     "decision" TEXT,
ADD COLUMN     "evidence" TEXT,
ADD COLUMN     "ledger_state" TEXT,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'confirmed';
