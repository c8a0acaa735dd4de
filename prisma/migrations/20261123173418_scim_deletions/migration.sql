-- AlterTable
ALTER TABLE "users" ADD COLUMN     "directory_deleted_at" TIMESTAMPTZ(3);
