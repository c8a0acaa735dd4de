-- A dead job that is added again starts over: its earlier deaths no longer count, like its earlier attempts.
CREATE OR REPLACE FUNCTION "enqueue_job"(p_kind text, p_key text, p_user_id uuid, p_payload jsonb, p_delay_seconds double precision, p_again boolean)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_front bigint;
  v_own bigint;
BEGIN
  SELECT "turn" INTO v_front FROM "jobs" WHERE "kind" = p_kind AND "state" = 'waiting' AND "run_at" <= now() ORDER BY "turn" LIMIT 1;
  IF v_front IS NULL THEN
    SELECT "turn" INTO v_front FROM "jobs" WHERE "kind" = p_kind AND "state" = 'running' ORDER BY "turn" DESC LIMIT 1;
  END IF;
  IF p_user_id IS NOT NULL THEN
    SELECT "turn" + 1 INTO v_own FROM "jobs" WHERE "user_id" = p_user_id AND "kind" = p_kind AND "state" <> 'dead' ORDER BY "turn" DESC LIMIT 1;
  END IF;
  INSERT INTO "jobs" AS job ("kind", "key", "user_id", "payload", "run_at", "turn")
  VALUES (p_kind, p_key, p_user_id, p_payload, now() + make_interval(secs => p_delay_seconds), greatest(coalesce(v_front, 0), coalesce(v_own, 0)))
  ON CONFLICT ("kind", "key") DO UPDATE SET
    "state" = CASE WHEN job."state" = 'dead' THEN 'waiting' ELSE job."state" END,
    "payload" = excluded."payload",
    "turn" = CASE WHEN job."state" = 'dead' THEN excluded."turn" ELSE job."turn" END,
    "run_at" = CASE WHEN job."state" = 'dead' THEN excluded."run_at" ELSE job."run_at" END,
    "attempts" = CASE WHEN job."state" = 'dead' THEN 0 ELSE job."attempts" END,
    "deaths" = CASE WHEN job."state" = 'dead' THEN 0 ELSE job."deaths" END,
    "error" = NULL,
    "is_again" = job."state" = 'running',
    "updated_at" = now()
  WHERE job."state" = 'dead' OR (p_again AND job."state" = 'running');
  RETURN FOUND;
END $$;
