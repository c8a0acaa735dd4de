-- Several links to one file can be deleted in one statement, and all their rows are gone before the first trigger runs.
-- The one that lists the bytes for deletion also subtracts them.
CREATE OR REPLACE FUNCTION "release_share_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of two rows of one file that are deleted at the same time, the second sees that the first is gone.
  PERFORM pg_advisory_xact_lock(hashtextextended(OLD."object_id"::text, 0));
  -- Waits for a deletion of the file that is not committed yet.
  PERFORM FROM "objects" WHERE "id" = OLD."object_id" FOR KEY SHARE;
  IF FOUND OR EXISTS (SELECT FROM "share_files" WHERE "object_id" = OLD."object_id") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "object_deletions" ("key") VALUES (OLD."object_id"::text) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE "account_usage" SET "files" = "files" - 1, "bytes" = "bytes" - OLD."size" WHERE "user_id" = OLD."owner_id";
    INSERT INTO "object_deletions" ("key") VALUES (OLD."object_id"::text || '-preview'), (OLD."object_id"::text || '-clean') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- The bytes that links keep count for the file's owner, also after the file moved to another one.
CREATE OR REPLACE FUNCTION "recount_object"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_old_waiting int := (OLD."message_id" IS NULL AND OLD."document_id" IS NULL)::int;
  v_new_waiting int := (NEW."message_id" IS NULL AND NEW."document_id" IS NULL)::int;
BEGIN
  IF NEW."user_id" = OLD."user_id" THEN
    UPDATE "account_usage" SET "bytes" = "bytes" + NEW."size" - OLD."size", "waiting" = "waiting" + v_new_waiting - v_old_waiting
    WHERE "user_id" = NEW."user_id";
  ELSE
    UPDATE "share_files" SET "owner_id" = NEW."user_id" WHERE "object_id" = NEW."id";
    UPDATE "account_usage" SET "files" = "files" - 1, "bytes" = "bytes" - OLD."size", "waiting" = "waiting" - v_old_waiting
    WHERE "user_id" = OLD."user_id";
    UPDATE "account_usage" SET "files" = "files" + 1, "bytes" = "bytes" + NEW."size", "waiting" = "waiting" + v_new_waiting
    WHERE "user_id" = NEW."user_id";
  END IF;
  RETURN NULL;
END $$;
