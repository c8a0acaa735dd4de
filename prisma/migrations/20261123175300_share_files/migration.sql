-- CreateTable
CREATE TABLE "share_files" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "share_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "object_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "passages" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "share_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "share_files_share_id_place_idx" ON "share_files"("share_id", "place");

-- CreateIndex
CREATE INDEX "share_files_object_id_idx" ON "share_files"("object_id");

-- AddForeignKey
ALTER TABLE "share_files" ADD CONSTRAINT "share_files_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "shares"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Bytes that a shared link still shows stay, and count for their owner, when the file itself goes.
CREATE OR REPLACE FUNCTION "list_object_for_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "share_files" WHERE "object_id" = OLD."id") THEN
    UPDATE "account_usage" SET "files" = "files" + 1, "bytes" = "bytes" + OLD."size" WHERE "user_id" = OLD."user_id";
  ELSE
    INSERT INTO "object_deletions" ("key") VALUES (OLD."id"::text), (OLD."id"::text || '-preview'), (OLD."id"::text || '-clean') ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION "release_share_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of two rows of one file that are deleted at the same time, the second sees that the first is gone.
  PERFORM pg_advisory_xact_lock(hashtextextended(OLD."object_id"::text, 0));
  -- Waits for a deletion of the file that is not committed yet.
  PERFORM FROM "objects" WHERE "id" = OLD."object_id" FOR KEY SHARE;
  IF NOT FOUND AND NOT EXISTS (SELECT FROM "share_files" WHERE "object_id" = OLD."object_id") THEN
    UPDATE "account_usage" SET "files" = "files" - 1, "bytes" = "bytes" - OLD."size" WHERE "user_id" = OLD."owner_id";
    INSERT INTO "object_deletions" ("key") VALUES (OLD."object_id"::text), (OLD."object_id"::text || '-preview'), (OLD."object_id"::text || '-clean') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "share_files_deleted" AFTER DELETE ON "share_files" FOR EACH ROW EXECUTE FUNCTION "release_share_file"();
