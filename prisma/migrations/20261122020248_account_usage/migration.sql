-- CreateTable
CREATE TABLE "account_usage" (
    "user_id" UUID NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "conversations" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "account_usage_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "account_usage" ADD CONSTRAINT "account_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every account has a row to count in; the rows of accounts that are here are filled from what they hold.
INSERT INTO "account_usage" ("user_id", "files", "bytes", "waiting", "conversations")
SELECT u."id",
       (SELECT count(*) FROM "objects" o WHERE o."user_id" = u."id"),
       (SELECT coalesce(sum(o."size"::bigint), 0) FROM "objects" o WHERE o."user_id" = u."id"),
       (SELECT count(*) FROM "objects" o WHERE o."user_id" = u."id" AND o."message_id" IS NULL),
       (SELECT count(*) FROM "conversations" c WHERE c."user_id" = u."id")
FROM "users" u;

CREATE FUNCTION "start_account_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "account_usage" ("user_id") VALUES (NEW."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_usage" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "start_account_usage"();

-- Once a statement: a cascade that deletes thousands of files changes the row once.
CREATE FUNCTION "count_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_sign int := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "account_usage" usage SET
    "files" = usage."files" + v_sign * changed.files,
    "bytes" = usage."bytes" + v_sign * changed.bytes,
    "waiting" = usage."waiting" + v_sign * changed.waiting
  FROM (
    SELECT "user_id", count(*) AS files, sum("size"::bigint) AS bytes, count(*) FILTER (WHERE "message_id" IS NULL) AS waiting
    FROM "changed_objects" GROUP BY "user_id"
  ) AS changed
  WHERE usage."user_id" = changed."user_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "objects_added_usage" AFTER INSERT ON "objects" REFERENCING NEW TABLE AS "changed_objects" FOR EACH STATEMENT EXECUTE FUNCTION "count_objects"();
CREATE TRIGGER "objects_deleted_usage" AFTER DELETE ON "objects" REFERENCING OLD TABLE AS "changed_objects" FOR EACH STATEMENT EXECUTE FUNCTION "count_objects"();

CREATE FUNCTION "recount_object"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "account_usage" SET
    "bytes" = "bytes" + NEW."size" - OLD."size",
    "waiting" = "waiting" + (NEW."message_id" IS NULL)::int - (OLD."message_id" IS NULL)::int
  WHERE "user_id" = NEW."user_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "objects_changed_usage" AFTER UPDATE OF "size", "message_id" ON "objects" FOR EACH ROW
  WHEN (OLD."size" <> NEW."size" OR OLD."message_id" IS DISTINCT FROM NEW."message_id")
  EXECUTE FUNCTION "recount_object"();

CREATE FUNCTION "count_conversations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_sign int := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "account_usage" usage SET "conversations" = usage."conversations" + v_sign * changed.conversations
  FROM (SELECT "user_id", count(*) AS conversations FROM "changed_conversations" GROUP BY "user_id") AS changed
  WHERE usage."user_id" = changed."user_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "conversations_added_usage" AFTER INSERT ON "conversations" REFERENCING NEW TABLE AS "changed_conversations" FOR EACH STATEMENT EXECUTE FUNCTION "count_conversations"();
CREATE TRIGGER "conversations_deleted_usage" AFTER DELETE ON "conversations" REFERENCING OLD TABLE AS "changed_conversations" FOR EACH STATEMENT EXECUTE FUNCTION "count_conversations"();

-- Makes room for a file and adds its row, or returns which limit is in the way: 'waiting', 'files', 'bytes' or 'total'.
-- The account's row is locked first and the total under a lock of its own, so that requests at the same moment count one
-- after the other. A limit of 0 is none.
CREATE FUNCTION "add_object"(p_id uuid, p_user_id uuid, p_size int, p_waiting int, p_files bigint, p_bytes bigint, p_total bigint)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_usage "account_usage";
BEGIN
  IF p_total > 0 THEN PERFORM pg_advisory_xact_lock(726974001); END IF;
  SELECT * INTO v_usage FROM "account_usage" WHERE "user_id" = p_user_id FOR UPDATE;
  IF v_usage."waiting" >= p_waiting THEN RETURN 'waiting'; END IF;
  IF p_files > 0 AND v_usage."files" >= p_files THEN RETURN 'files'; END IF;
  IF p_bytes > 0 AND v_usage."bytes" + p_size > p_bytes THEN RETURN 'bytes'; END IF;
  IF p_total > 0 AND (SELECT sum("bytes") FROM "account_usage") + p_size > p_total THEN RETURN 'total'; END IF;
  INSERT INTO "objects" ("id", "user_id", "size") VALUES (p_id, p_user_id, p_size);
  RETURN 'added';
END $$;
