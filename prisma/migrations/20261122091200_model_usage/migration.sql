-- CreateTable
CREATE TABLE "usage_events" (
    "key" TEXT NOT NULL,
    "user_id" UUID,
    "purpose" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reserved" DECIMAL(24,12) NOT NULL DEFAULT 0,
    "reserved_until" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reasoning_tokens" INTEGER,
    "cached_tokens" INTEGER,
    "cost" DECIMAL(24,12),
    "is_estimated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "usage_events_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "usage_days" (
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "unknown_requests" INTEGER NOT NULL DEFAULT 0,
    "estimated_requests" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "reasoning_tokens" BIGINT NOT NULL DEFAULT 0,
    "cached_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,12),

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("day","user_id","model")
);

-- CreateTable
CREATE TABLE "budgets" (
    "scope" TEXT NOT NULL,
    "monthly_usd" DECIMAL(14,2),

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("scope")
);

-- CreateTable
CREATE TABLE "user_budgets" (
    "user_id" UUID NOT NULL,
    "monthly_usd" DECIMAL(14,2),

    CONSTRAINT "user_budgets_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "usage_events_user_id_idx" ON "usage_events"("user_id");

-- CreateIndex
CREATE INDEX "usage_events_at_idx" ON "usage_events"("at");

-- CreateIndex
CREATE INDEX "usage_days_user_id_day_cost_idx" ON "usage_days"("user_id", "day", "cost");

-- CreateIndex
CREATE INDEX "usage_days_day_cost_idx" ON "usage_days"("day", "cost");

-- AddForeignKey
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_budgets" ADD CONSTRAINT "user_budgets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Reservations of running requests: few, whatever the size of the table.
CREATE INDEX "usage_events_open_idx" ON "usage_events" ("user_id") WHERE "settled_at" IS NULL;

INSERT INTO "budgets" ("scope") VALUES ('installation'), ('user');

-- What a user, or with NULL the installation, has spent since the first of the month in UTC, and what running requests
-- reserve. In one statement, so that a request that ends at this moment is counted once.
CREATE FUNCTION "committed_usd"(p_user_id uuid) RETURNS numeric LANGUAGE sql AS $$
  SELECT coalesce((
           SELECT sum("cost") FROM "usage_days"
           WHERE "day" >= date_trunc('month', now() AT TIME ZONE 'UTC')::date AND (p_user_id IS NULL OR "user_id" = p_user_id)
         ), 0)
       + coalesce((
           SELECT sum("reserved") FROM "usage_events"
           WHERE "settled_at" IS NULL AND "reserved_until" > now() AND (p_user_id IS NULL OR "user_id" = p_user_id)
         ), 0)
$$;

-- Reserves an estimate for a request that is about to run, or fails with QI402 when a budget is used up; its detail is the
-- budget: 'user 5.00' or 'installation 100.00'. Locks are taken only where there is a budget: the account's row, then the
-- total's own lock, so that requests at the same moment count one after the other.
CREATE FUNCTION "reserve_usage"(
  p_key text, p_user_id uuid, p_purpose text, p_model text, p_model_name text, p_estimate numeric, p_seconds int
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_user numeric;
  v_total numeric;
BEGIN
  SELECT CASE WHEN own."user_id" IS NULL THEN everyone."monthly_usd" ELSE own."monthly_usd" END INTO v_user
  FROM "budgets" everyone LEFT JOIN "user_budgets" own ON own."user_id" = p_user_id WHERE everyone."scope" = 'user';
  SELECT "monthly_usd" INTO v_total FROM "budgets" WHERE "scope" = 'installation';
  IF v_user IS NOT NULL THEN
    PERFORM 1 FROM "account_usage" WHERE "user_id" = p_user_id FOR UPDATE;
    IF "committed_usd"(p_user_id) >= v_user THEN
      RAISE EXCEPTION 'The budget is used up' USING ERRCODE = 'QI402', DETAIL = 'user ' || v_user;
    END IF;
  END IF;
  IF v_total IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(726974002);
    IF "committed_usd"(NULL) >= v_total THEN
      RAISE EXCEPTION 'The budget is used up' USING ERRCODE = 'QI402', DETAIL = 'installation ' || v_total;
    END IF;
  END IF;
  INSERT INTO "usage_events" ("key", "user_id", "purpose", "model", "model_name", "reserved", "reserved_until")
  VALUES (p_key, p_user_id, p_purpose, p_model, p_model_name, p_estimate, now() + make_interval(secs => p_seconds))
  ON CONFLICT DO NOTHING;
END $$;

-- Records what a request has used and ends its reservation. True when that changed something: the same key counts once.
-- A request recorded without tokens can be recorded with them later. A deleted account's request counts for no user.
CREATE FUNCTION "record_usage"(
  p_key text, p_user_id uuid, p_purpose text, p_model text, p_model_name text,
  p_input int, p_output int, p_reasoning int, p_cached int, p_cost numeric, p_is_estimated boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_user uuid;
  v_before "usage_events";
  v_at timestamptz;
  v_was_counted boolean;
BEGIN
  -- Keeps the account from being deleted until this is counted.
  SELECT "id" INTO v_user FROM "users" WHERE "id" = p_user_id AND "deleted_at" IS NULL FOR SHARE;
  SELECT * INTO v_before FROM "usage_events" WHERE "key" = p_key FOR UPDATE;
  v_was_counted := v_before."settled_at" IS NOT NULL;
  IF v_was_counted AND (v_before."input_tokens" IS NOT NULL OR p_input IS NULL) THEN RETURN false; END IF;
  INSERT INTO "usage_events" AS event
    ("key", "user_id", "purpose", "model", "model_name", "settled_at", "input_tokens", "output_tokens",
     "reasoning_tokens", "cached_tokens", "cost", "is_estimated")
  VALUES (p_key, v_user, p_purpose, p_model, p_model_name, now(), p_input, p_output, p_reasoning, p_cached, p_cost, p_is_estimated)
  ON CONFLICT ("key") DO UPDATE SET
    "settled_at" = excluded."settled_at", "input_tokens" = excluded."input_tokens", "output_tokens" = excluded."output_tokens",
    "reasoning_tokens" = excluded."reasoning_tokens", "cached_tokens" = excluded."cached_tokens",
    "cost" = excluded."cost", "is_estimated" = excluded."is_estimated"
  WHERE event."settled_at" IS NOT DISTINCT FROM v_before."settled_at"
  RETURNING event."at" INTO v_at;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO "usage_days" AS sums
    ("day", "user_id", "model", "model_name", "requests", "unknown_requests", "estimated_requests",
     "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "cost")
  VALUES ((v_at AT TIME ZONE 'UTC')::date, coalesce(v_user, '00000000-0000-0000-0000-000000000000'), p_model, p_model_name,
          1, (p_input IS NULL)::int, p_is_estimated::int,
          coalesce(p_input, 0), coalesce(p_output, 0), coalesce(p_reasoning, 0), coalesce(p_cached, 0), p_cost)
  ON CONFLICT ("day", "user_id", "model") DO UPDATE SET
    "model_name" = excluded."model_name",
    "requests" = sums."requests" + (NOT v_was_counted)::int,
    "unknown_requests" = sums."unknown_requests" + CASE WHEN v_was_counted THEN -1 ELSE excluded."unknown_requests" END,
    "estimated_requests" = sums."estimated_requests" + excluded."estimated_requests",
    "input_tokens" = sums."input_tokens" + excluded."input_tokens",
    "output_tokens" = sums."output_tokens" + excluded."output_tokens",
    "reasoning_tokens" = sums."reasoning_tokens" + excluded."reasoning_tokens",
    "cached_tokens" = sums."cached_tokens" + excluded."cached_tokens",
    "cost" = CASE WHEN excluded."cost" IS NULL THEN sums."cost" ELSE coalesce(sums."cost", 0) + excluded."cost" END;
  RETURN true;
END $$;
