-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "titled_by" TEXT NOT NULL DEFAULT 'user';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "model_titles" BOOLEAN NOT NULL DEFAULT true;
