-- CreateTable
CREATE TABLE "bitcoin_proofs" (
    "id" BIGSERIAL NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "calendar" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "proof" BYTEA,
    "block" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "bitcoin_proofs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bitcoin_proofs_calendar_hash_key" ON "bitcoin_proofs"("calendar", "hash");
