-- AlterTable
ALTER TABLE "users" ADD COLUMN     "suggested_questions" BOOLEAN NOT NULL DEFAULT true;
