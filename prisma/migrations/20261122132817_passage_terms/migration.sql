-- CreateTable
CREATE TABLE "passage_indexes" (
    "object_id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "scope_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "shape" BYTEA NOT NULL,
    "indexed_at" TIMESTAMPTZ(3),

    CONSTRAINT "passage_indexes_pkey" PRIMARY KEY ("object_id")
);

-- CreateTable
CREATE TABLE "passage_terms" (
    "scope_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "file" INTEGER NOT NULL,
    "postings" BYTEA NOT NULL,

    CONSTRAINT "passage_terms_pkey" PRIMARY KEY ("scope_id","term","file")
);

-- CreateIndex
CREATE UNIQUE INDEX "passage_indexes_number_key" ON "passage_indexes"("number");

-- CreateIndex
CREATE INDEX "passage_terms_file_idx" ON "passage_terms"("file");

-- AddForeignKey
ALTER TABLE "passage_indexes" ADD CONSTRAINT "passage_indexes_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "objects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passage_terms" ADD CONSTRAINT "passage_terms_file_fkey" FOREIGN KEY ("file") REFERENCES "passage_indexes"("number") ON DELETE CASCADE ON UPDATE CASCADE;
