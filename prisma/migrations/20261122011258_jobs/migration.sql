-- CreateTable
CREATE TABLE "jobs" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "user_id" UUID,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "turn" BIGINT NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "is_again" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "jobs_kind_state_turn_id_idx" ON "jobs"("kind", "state", "turn", "id");

-- CreateIndex
CREATE INDEX "jobs_user_id_kind_turn_idx" ON "jobs"("user_id", "kind", "turn");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_kind_key_key" ON "jobs"("kind", "key");

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Files whose processing has not ended: few, so the sweeper finds them without reading the table.
CREATE INDEX "objects_unread_idx" ON "objects"("claimed_at") WHERE "claimed_at" IS NOT NULL AND "read_state" IN ('queued', 'reading');

-- Adds a job, in whatever statement or transaction calls this. A job of the same kind and key is left alone, unless it
-- is dead (then it starts over) or running and wanted again. Returns whether anything changed.
-- Turns make the queue fair: a user's next job comes one round after the one before, and a user without jobs joins at
-- the front of the queue, so a long backlog of one user delays others by at most one job.
CREATE FUNCTION "enqueue_job"(p_kind text, p_key text, p_user_id uuid, p_payload jsonb, p_delay_seconds double precision, p_again boolean)
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
    "error" = NULL,
    "is_again" = job."state" = 'running',
    "updated_at" = now()
  WHERE job."state" = 'dead' OR (p_again AND job."state" = 'running');
  RETURN FOUND;
END $$;
