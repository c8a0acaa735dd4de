-- An encrypted message has no words to search for. Its files are still found by their names, and its model by the filter.
CREATE OR REPLACE FUNCTION "index_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "model", "has_files", "words")
  SELECT NEW."id", c."id", owner."id", false, NEW."created_at", NEW."metadata" ->> 'modelId',
         NEW."attachments" <> '[]'::jsonb,
         search_words(owner."id", CASE WHEN strpos(NEW."content", U&'\FDD0') > 0 THEN '' ELSE NEW."content" END, coalesce(
           (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(NEW."attachments") AS file), ''))
  FROM "conversations" c CROSS JOIN LATERAL (SELECT coalesce(c."user_id", c."discarded_by")) AS owner("id")
  WHERE c."id" = NEW."conversation_id" AND c."temporary_until" IS NULL
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words", "model" = excluded."model";
  RETURN NULL;
END $$;
