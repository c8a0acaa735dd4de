-- AlterTable
ALTER TABLE "users" ADD COLUMN     "is_locked_by_admin" BOOLEAN NOT NULL DEFAULT false;
