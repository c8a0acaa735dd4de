-- AlterTable
ALTER TABLE "objects" ADD COLUMN     "read_progress" JSONB;
