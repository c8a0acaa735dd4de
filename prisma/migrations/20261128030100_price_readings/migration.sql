-- AlterTable
ALTER TABLE "price_feeds" ADD COLUMN     "readings" INTEGER NOT NULL DEFAULT 0;
