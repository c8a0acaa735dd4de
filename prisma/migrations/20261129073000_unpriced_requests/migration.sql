-- Requests whose tokens are known but not their cost, because the model had no price. The cost of a day, model or user
-- does not include them, and the page says so.
ALTER TABLE "usage_days" ADD COLUMN "unpriced_requests" INTEGER NOT NULL DEFAULT 0;

-- On earlier days without any cost, no request had a price. Today's rows are left out, because servers are writing them.
UPDATE "usage_days" SET "unpriced_requests" = "requests" - "unknown_requests"
WHERE "cost" IS NULL AND "day" < (now() AT TIME ZONE 'UTC')::date;

-- Records what a request has used and ends its reservation. True when that changed something: the same key counts once.
-- A request recorded without tokens can be recorded with them later. A deleted account's request counts for no user.
CREATE OR REPLACE FUNCTION "record_usage"(
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
    ("day", "user_id", "model", "model_name", "requests", "unknown_requests", "unpriced_requests", "estimated_requests",
     "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens", "cost")
  VALUES ((v_at AT TIME ZONE 'UTC')::date, coalesce(v_user, '00000000-0000-0000-0000-000000000000'), p_model, p_model_name,
          1, (p_input IS NULL)::int, (p_input IS NOT NULL AND p_cost IS NULL)::int, p_is_estimated::int,
          coalesce(p_input, 0), coalesce(p_output, 0), coalesce(p_reasoning, 0), coalesce(p_cached, 0), p_cost)
  ON CONFLICT ("day", "user_id", "model") DO UPDATE SET
    "model_name" = excluded."model_name",
    "requests" = sums."requests" + (NOT v_was_counted)::int,
    "unknown_requests" = sums."unknown_requests" + CASE WHEN v_was_counted THEN -1 ELSE excluded."unknown_requests" END,
    "unpriced_requests" = sums."unpriced_requests" + excluded."unpriced_requests",
    "estimated_requests" = sums."estimated_requests" + excluded."estimated_requests",
    "input_tokens" = sums."input_tokens" + excluded."input_tokens",
    "output_tokens" = sums."output_tokens" + excluded."output_tokens",
    "reasoning_tokens" = sums."reasoning_tokens" + excluded."reasoning_tokens",
    "cached_tokens" = sums."cached_tokens" + excluded."cached_tokens",
    "cost" = CASE WHEN excluded."cost" IS NULL THEN sums."cost" ELSE coalesce(sums."cost", 0) + excluded."cost" END;
  RETURN true;
END $$;

-- Adds tokens to a use that consists of many requests, such as the vectors of a file: one event and one request of the
-- day, however often it is called. Part of the statement that stores what the tokens were used for, so that work that is
-- repeated after a crash counts once. A deleted account's use counts for no user.
CREATE OR REPLACE FUNCTION "add_usage"(
  p_key text, p_user_id uuid, p_purpose text, p_model text, p_model_name text,
  p_input int, p_cost numeric, p_is_estimated boolean
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_user uuid;
  v_at timestamptz;
  v_is_new boolean;
  v_was_estimated boolean;
BEGIN
  -- Two at the same moment would both find no event, and count twice as estimated.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_key, 0));
  SELECT "id" INTO v_user FROM "users" WHERE "id" = p_user_id AND "deleted_at" IS NULL FOR SHARE;
  SELECT "is_estimated" INTO v_was_estimated FROM "usage_events" WHERE "key" = p_key FOR UPDATE;
  INSERT INTO "usage_events" AS event
    ("key", "user_id", "purpose", "model", "model_name", "settled_at", "input_tokens", "output_tokens", "cost", "is_estimated")
  VALUES (p_key, v_user, p_purpose, p_model, p_model_name, now(), p_input, 0, p_cost, p_is_estimated)
  ON CONFLICT ("key") DO UPDATE SET
    "settled_at" = excluded."settled_at",
    "input_tokens" = least(coalesce(event."input_tokens", 0)::bigint + excluded."input_tokens", 2147483647),
    "cost" = CASE WHEN excluded."cost" IS NULL THEN event."cost" ELSE coalesce(event."cost", 0) + excluded."cost" END,
    "is_estimated" = event."is_estimated" OR excluded."is_estimated"
  RETURNING event."at", event."xmax" = 0 INTO v_at, v_is_new;
  INSERT INTO "usage_days" AS sums
    ("day", "user_id", "model", "model_name", "requests", "unpriced_requests", "estimated_requests", "input_tokens", "cost")
  VALUES ((v_at AT TIME ZONE 'UTC')::date, coalesce(v_user, '00000000-0000-0000-0000-000000000000'), p_model, p_model_name,
          v_is_new::int, (v_is_new AND p_cost IS NULL)::int, (p_is_estimated AND NOT coalesce(v_was_estimated, false))::int, p_input, p_cost)
  ON CONFLICT ("day", "user_id", "model") DO UPDATE SET
    "model_name" = excluded."model_name",
    "requests" = sums."requests" + excluded."requests",
    "unpriced_requests" = sums."unpriced_requests" + excluded."unpriced_requests",
    "estimated_requests" = sums."estimated_requests" + excluded."estimated_requests",
    "input_tokens" = sums."input_tokens" + excluded."input_tokens",
    "cost" = CASE WHEN excluded."cost" IS NULL THEN sums."cost" ELSE coalesce(sums."cost", 0) + excluded."cost" END;
END $$;
