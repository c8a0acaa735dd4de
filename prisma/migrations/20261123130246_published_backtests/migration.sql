-- CreateTable
CREATE TABLE "published_backtests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prices" TEXT NOT NULL,
    "has_prices" BOOLEAN NOT NULL,
    "facts" JSONB NOT NULL,
    "is_chosen" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "published_backtests_pkey" PRIMARY KEY ("id")
);

-- At most one is shown on the home page.
CREATE UNIQUE INDEX "published_backtests_chosen_key" ON "published_backtests"("is_chosen") WHERE "is_chosen";

CREATE FUNCTION "refuse_backtest_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'is_chosen') IS DISTINCT FROM (to_jsonb(OLD) - 'is_chosen') THEN
    RAISE EXCEPTION 'a published back-test never changes';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "published_backtests_stay" BEFORE UPDATE ON "published_backtests" FOR EACH ROW EXECUTE FUNCTION "refuse_backtest_change"();
