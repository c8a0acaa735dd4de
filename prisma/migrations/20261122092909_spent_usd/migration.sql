-- What a user, or with NULL the installation, has spent since the first of the month in UTC.
CREATE FUNCTION "spent_usd"(p_user_id uuid) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum("cost"), 0) FROM "usage_days"
  WHERE "day" >= date_trunc('month', now() AT TIME ZONE 'UTC')::date AND (p_user_id IS NULL OR "user_id" = p_user_id)
$$;
