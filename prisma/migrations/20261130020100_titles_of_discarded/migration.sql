-- A discarded conversation, which can be restored, has no owner. Its title is indexed for the user who discarded it, like
-- its messages.
CREATE OR REPLACE FUNCTION "index_title"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_user uuid := coalesce(NEW."user_id", NEW."discarded_by");
BEGIN
  IF NEW."temporary_until" IS NOT NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "has_files", "words")
  VALUES (NEW."id", NEW."id", v_user, true, NEW."updated_at", false, search_words(v_user, '', NEW."title"))
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words";
  RETURN NULL;
END $$;
