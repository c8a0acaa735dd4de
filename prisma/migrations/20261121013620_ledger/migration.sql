-- CreateTable
CREATE TABLE "ledger_events" (
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "position_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "ledger_events_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "ledger_events_position_id_idx" ON "ledger_events"("position_id");

-- Append-only: whoever means to rewrite history has to remove this first, and the hashes tell afterwards.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE TRIGGER "ledger_events_rows_stay" BEFORE UPDATE OR DELETE ON "ledger_events" FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();

CREATE TRIGGER "ledger_events_table_stays" BEFORE TRUNCATE ON "ledger_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
