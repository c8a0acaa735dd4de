-- AlterTable
ALTER TABLE "object_deletions" ADD COLUMN     "upload_id" TEXT;

-- AlterTable
ALTER TABLE "objects" ADD COLUMN     "upload_id" TEXT;

-- What arrived of a file in parts has to be deleted by the upload's own name.
CREATE OR REPLACE FUNCTION "list_object_for_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "share_files" WHERE "object_id" = OLD."id") THEN
    UPDATE "account_usage" SET "files" = "files" + 1, "bytes" = "bytes" + OLD."size" WHERE "user_id" = OLD."user_id";
  ELSE
    INSERT INTO "object_deletions" ("key", "upload_id")
    VALUES (OLD."id"::text, OLD."upload_id"), (OLD."id"::text || '-preview', NULL), (OLD."id"::text || '-clean', NULL)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END $$;
