-- CreateTable
CREATE TABLE "backups" (
    "id" BIGSERIAL NOT NULL,
    "folder" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "is_encrypted" BOOLEAN NOT NULL DEFAULT false,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "files" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "new_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("id")
);
