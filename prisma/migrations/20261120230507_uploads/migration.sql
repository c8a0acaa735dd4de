-- CreateTable
CREATE TABLE "objects" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "message_id" UUID,
    "name" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL DEFAULT '',
    "size" INTEGER NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    "read_state" TEXT NOT NULL DEFAULT 'queued',
    "processed_type" TEXT,
    "extracted_text" TEXT,
    "processing_error" TEXT,
    "note" TEXT,
    "pages" JSONB NOT NULL DEFAULT '[]',
    "width" INTEGER,
    "height" INTEGER,
    "has_preview" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "object_passages" (
    "object_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "page" INTEGER,
    "start" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "object_passages_pkey" PRIMARY KEY ("object_id","place")
);

-- CreateTable
CREATE TABLE "object_deletions" (
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_deletions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "objects_user_id_idx" ON "objects"("user_id");

-- CreateIndex
CREATE INDEX "objects_message_id_idx" ON "objects"("message_id");

-- CreateIndex
CREATE INDEX "objects_created_at_idx" ON "objects"("created_at");

-- AddForeignKey
ALTER TABLE "objects" ADD CONSTRAINT "objects_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "objects" ADD CONSTRAINT "objects_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_passages" ADD CONSTRAINT "object_passages_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "objects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever removes a row – a cascade included – leaves the keys of its bytes behind, in the same transaction.
CREATE FUNCTION "list_object_for_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "object_deletions" ("key") VALUES (OLD."id"::text), (OLD."id"::text || '-preview'), (OLD."id"::text || '-clean') ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;

CREATE TRIGGER "objects_deleted" AFTER DELETE ON "objects" FOR EACH ROW EXECUTE FUNCTION "list_object_for_deletion"();
