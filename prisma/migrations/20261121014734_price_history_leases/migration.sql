-- AlterTable
ALTER TABLE "price_feeds" ADD COLUMN     "history_lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "history_owner" TEXT;
