-- CreateTable
CREATE TABLE "foreign_closes" (
    "ticker" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "close" DECIMAL(18,6) NOT NULL,
    "currency" TEXT NOT NULL,
    "splits_through" DATE NOT NULL,
    "source" TEXT,

    CONSTRAINT "foreign_closes_pkey" PRIMARY KEY ("ticker","day")
);

-- All closing prices with their currencies.
CREATE VIEW "market_closes" AS
SELECT "ticker", "day", "close", "splits_through", "source", 'USD' AS "currency" FROM "stock_daily_closes"
UNION ALL
SELECT "ticker", "day", "close", "splits_through", "source", "currency" FROM "foreign_closes";
