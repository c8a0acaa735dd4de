-- CreateTable
CREATE TABLE "ledger_timestamps" (
    "id" BIGSERIAL NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "authority" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "response" BYTEA,
    "time" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "ledger_timestamps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_timestamps_authority_hash_key" ON "ledger_timestamps"("authority", "hash");
