-- AlterTable
ALTER TABLE "server_processes" ADD COLUMN     "answers" INTEGER,
ADD COLUMN     "sockets" INTEGER,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" TEXT;

-- CreateTable
CREATE TABLE "server_errors" (
    "process_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "message" TEXT NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "server_errors_pkey" PRIMARY KEY ("process_id","number")
);

-- CreateIndex
CREATE INDEX "server_errors_at_idx" ON "server_errors"("at");
