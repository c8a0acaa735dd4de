-- AlterTable
ALTER TABLE "users" ADD COLUMN     "erased" JSONB;
