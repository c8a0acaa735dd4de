-- CreateTable
CREATE TABLE "answer_pieces" (
    "message_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "answer_pieces_pkey" PRIMARY KEY ("message_id","place")
);

-- CreateTable
CREATE TABLE "server_processes" (
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_processes_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "answer_pieces" ADD CONSTRAINT "answer_pieces_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "generations"("message_id") ON DELETE CASCADE ON UPDATE CASCADE;
