-- AlterTable
ALTER TABLE "account_usage" ADD COLUMN     "messages" INTEGER NOT NULL DEFAULT 0;

-- A message is counted by its search entry, which knows its user: in a cascade the conversation is gone before it.
CREATE FUNCTION "count_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_sign int := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "account_usage" usage SET "messages" = usage."messages" + v_sign * changed.messages
  FROM (SELECT "user_id", count(*) AS messages FROM "changed_entries" WHERE NOT "is_title" GROUP BY "user_id") AS changed
  WHERE usage."user_id" = changed."user_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "search_entries_added_usage" AFTER INSERT ON "search_entries" REFERENCING NEW TABLE AS "changed_entries" FOR EACH STATEMENT EXECUTE FUNCTION "count_messages"();
CREATE TRIGGER "search_entries_deleted_usage" AFTER DELETE ON "search_entries" REFERENCING OLD TABLE AS "changed_entries" FOR EACH STATEMENT EXECUTE FUNCTION "count_messages"();

-- After the triggers, so that no message is missed; their lock keeps others out until this is committed.
UPDATE "account_usage" usage SET "messages" = held.messages
FROM (SELECT "user_id", count(*) AS messages FROM "search_entries" WHERE NOT "is_title" GROUP BY "user_id") AS held
WHERE usage."user_id" = held."user_id";
