-- Adds tokens to a use that consists of many requests, such as the vectors of a file: one event and one request of the
-- day, however often it is called. Part of the statement that stores what the tokens were used for, so that work that is
-- repeated after a crash counts once. A deleted account's use counts for no user.
CREATE FUNCTION "add_usage"(
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
    ("day", "user_id", "model", "model_name", "requests", "estimated_requests", "input_tokens", "cost")
  VALUES ((v_at AT TIME ZONE 'UTC')::date, coalesce(v_user, '00000000-0000-0000-0000-000000000000'), p_model, p_model_name,
          v_is_new::int, (p_is_estimated AND NOT coalesce(v_was_estimated, false))::int, p_input, p_cost)
  ON CONFLICT ("day", "user_id", "model") DO UPDATE SET
    "model_name" = excluded."model_name",
    "requests" = sums."requests" + excluded."requests",
    "estimated_requests" = sums."estimated_requests" + excluded."estimated_requests",
    "input_tokens" = sums."input_tokens" + excluded."input_tokens",
    "cost" = CASE WHEN excluded."cost" IS NULL THEN sums."cost" ELSE coalesce(sums."cost", 0) + excluded."cost" END;
END $$;

-- Whether a request of this user would be refused because a budget is used up, without reserving anything.
CREATE FUNCTION "budget_is_used"(p_user_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce("committed_usd"(p_user_id)
           >= CASE WHEN own."user_id" IS NULL THEN everyone."monthly_usd" ELSE own."monthly_usd" END, false)
      OR coalesce("committed_usd"(NULL) >= (SELECT "monthly_usd" FROM "budgets" WHERE "scope" = 'installation'), false)
  FROM "budgets" everyone LEFT JOIN "user_budgets" own ON own."user_id" = p_user_id WHERE everyone."scope" = 'user'
$$;
