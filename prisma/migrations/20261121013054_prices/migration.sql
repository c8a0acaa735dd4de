-- AlterTable
ALTER TABLE "stock_price_cache" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'USD',
ADD COLUMN     "market_time" TIMESTAMPTZ(3),
ADD COLUMN     "source" TEXT;

-- CreateTable
CREATE TABLE "stock_splits" (
    "ticker" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "numerator" INTEGER NOT NULL,
    "denominator" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_splits_pkey" PRIMARY KEY ("ticker","day")
);

-- CreateTable
CREATE TABLE "stock_daily_closes" (
    "ticker" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "close" DECIMAL(18,6) NOT NULL,
    "splits_through" DATE NOT NULL,

    CONSTRAINT "stock_daily_closes_pkey" PRIMARY KEY ("ticker","day")
);

-- CreateTable
CREATE TABLE "price_feeds" (
    "ticker" TEXT NOT NULL,
    "owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "next_quote_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_history_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "problem_words" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    "doubted_price" DECIMAL(10,2),
    "doubted_at" TIMESTAMPTZ(3),
    "history_from" DATE,
    "history_through" DATE,

    CONSTRAINT "price_feeds_pkey" PRIMARY KEY ("ticker")
);

-- CreateIndex
CREATE INDEX "price_feeds_problem_at_idx" ON "price_feeds"("problem_at");
