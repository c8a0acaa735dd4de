-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "hand_over" JSONB;

-- AlterTable
ALTER TABLE "server_processes" ADD COLUMN     "is_stopping" BOOLEAN NOT NULL DEFAULT false;
