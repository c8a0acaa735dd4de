-- Raises what a running request reserves to what it is now expected to cost, or fails with QI402 when the others have used
-- up a budget meanwhile; its detail is that of reserve_usage(). Never lowers it. Locks are those of reserve_usage().
CREATE FUNCTION "raise_reservation"(p_key text, p_user_id uuid, p_estimate numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_user numeric;
  v_total numeric;
  v_own numeric;
BEGIN
  SELECT CASE WHEN own."user_id" IS NULL THEN everyone."monthly_usd" ELSE own."monthly_usd" END INTO v_user
  FROM "budgets" everyone LEFT JOIN "user_budgets" own ON own."user_id" = p_user_id WHERE everyone."scope" = 'user';
  SELECT "monthly_usd" INTO v_total FROM "budgets" WHERE "scope" = 'installation';
  IF v_user IS NOT NULL THEN
    PERFORM 1 FROM "account_usage" WHERE "user_id" = p_user_id FOR UPDATE;
  END IF;
  IF v_total IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(726974002);
  END IF;
  SELECT CASE WHEN "reserved_until" > now() THEN "reserved" ELSE 0 END INTO v_own
  FROM "usage_events" WHERE "key" = p_key AND "settled_at" IS NULL AND "reserved" < p_estimate;
  IF NOT FOUND THEN RETURN; END IF;
  IF v_user IS NOT NULL AND "committed_usd"(p_user_id) - v_own >= v_user THEN
    RAISE EXCEPTION 'The budget is used up' USING ERRCODE = 'QI402', DETAIL = 'user ' || v_user;
  END IF;
  IF v_total IS NOT NULL AND "committed_usd"(NULL) - v_own >= v_total THEN
    RAISE EXCEPTION 'The budget is used up' USING ERRCODE = 'QI402', DETAIL = 'installation ' || v_total;
  END IF;
  UPDATE "usage_events" SET "reserved" = p_estimate WHERE "key" = p_key AND "settled_at" IS NULL;
END $$;
