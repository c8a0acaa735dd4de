-- AlterTable
ALTER TABLE "price_feeds" ADD COLUMN     "compared_through" DATE;

-- AlterTable
ALTER TABLE "stock_daily_closes" ADD COLUMN     "source" TEXT;

-- CreateTable
CREATE TABLE "close_differences" (
    "ticker" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "close" DECIMAL(18,6) NOT NULL,
    "source" TEXT NOT NULL,
    "other_close" DECIMAL(18,6) NOT NULL,
    "other_source" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "close_differences_pkey" PRIMARY KEY ("ticker")
);
