-- AlterTable
ALTER TABLE "users" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- Few accounts are being deleted at a time.
CREATE INDEX "users_deleted_idx" ON "users"("deleted_at") WHERE "deleted_at" IS NOT NULL;
