-- CreateTable
CREATE TABLE "stock_dividends" (
    "ticker" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "amount" DECIMAL(18,6) NOT NULL,
    "splits_through" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'reported',
    "ledger_amount" DECIMAL(18,6),
    "ledger_splits_through" DATE,

    CONSTRAINT "stock_dividends_pkey" PRIMARY KEY ("ticker","day")
);

-- The whole past of each ticker is read again, with its dividends.
UPDATE "price_feeds" SET "history_from" = NULL, "next_history_at" = now();
