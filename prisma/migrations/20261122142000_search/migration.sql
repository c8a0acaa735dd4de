-- CreateTable
CREATE TABLE "search_entries" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "is_title" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "model" TEXT,
    "has_files" BOOLEAN NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_entries_pkey" PRIMARY KEY ("id")
);

-- Text as it is searched: without case, accents and punctuation. Scripts that put no spaces between words are cut into
-- characters. src/server/features/search/search-words.ts does the same.
CREATE FUNCTION "search_text"("p_text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(
  lower(regexp_replace(normalize("p_text", NFKD), U&'[\0300-\036F]', '', 'g')),
  U&'[\0001-\002F:-@\005B-`\007B-\00BF\2000-\206F\2190-\2BFF\2E00-\2E7F\3000-\3004\3008-\3020\FE10-\FE6F\FF01-\FF0F]+', ' ', 'g'),
  U&'([\0E00-\0EFF\1000-\11FF\1780-\17FF\2E80-\2FDF\3005-\3007\3021-\9FFF\A960-\A97F\AC00-\D7FF\F900-\FAFF])', ' \1 ', 'g');

-- A text longer than an index entry can be is found by its beginning.
CREATE FUNCTION "search_words"("p_user" UUID, "p_text" TEXT, "p_names" TEXT) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN setweight(array_to_tsvector(ARRAY['user:' || p_user]), 'D')
    || setweight(to_tsvector('simple', search_text(left(p_names, 10000))), 'A')
    || to_tsvector('simple', search_text(left(p_text, 150000)));
EXCEPTION WHEN program_limit_exceeded THEN
  RETURN array_to_tsvector(ARRAY['user:' || p_user]) || to_tsvector('simple', search_text(left(p_text, 20000)));
END $$;

CREATE FUNCTION "index_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "model", "has_files", "words")
  SELECT NEW."id", c."id", c."user_id", false, NEW."created_at", NEW."metadata" ->> 'modelId',
         NEW."attachments" <> '[]'::jsonb,
         search_words(c."user_id", NEW."content", coalesce(
           (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(NEW."attachments") AS file), ''))
  FROM "conversations" c WHERE c."id" = NEW."conversation_id"
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words", "model" = excluded."model";
  RETURN NULL;
END $$;
CREATE TRIGGER "messages_searched" AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW."metadata" ->> 'processing' IS DISTINCT FROM 'true') EXECUTE FUNCTION "index_message"();
CREATE TRIGGER "messages_searched_again" AFTER UPDATE OF "content", "metadata" ON "messages" FOR EACH ROW
  WHEN (NEW."metadata" ->> 'processing' IS DISTINCT FROM 'true'
        AND (OLD."content" <> NEW."content" OR OLD."metadata" ->> 'processing' = 'true'))
  EXECUTE FUNCTION "index_message"();

CREATE FUNCTION "index_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "has_files", "words")
  VALUES (NEW."id", NEW."id", NEW."user_id", true, NEW."updated_at", false, search_words(NEW."user_id", '', NEW."title"))
  ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words";
  RETURN NULL;
END $$;
CREATE TRIGGER "conversations_searched" AFTER INSERT ON "conversations" FOR EACH ROW EXECUTE FUNCTION "index_title"();
CREATE TRIGGER "conversations_searched_again" AFTER UPDATE OF "title" ON "conversations" FOR EACH ROW
  WHEN (OLD."title" <> NEW."title") EXECUTE FUNCTION "index_title"();

INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "has_files", "words")
SELECT "id", "id", "user_id", true, "updated_at", false, search_words("user_id", '', "title") FROM "conversations";
INSERT INTO "search_entries" ("id", "conversation_id", "user_id", "is_title", "at", "model", "has_files", "words")
SELECT m."id", c."id", c."user_id", false, m."created_at", m."metadata" ->> 'modelId', m."attachments" <> '[]'::jsonb,
       search_words(c."user_id", m."content", coalesce(
         (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(m."attachments") AS file), ''))
FROM "messages" m JOIN "conversations" c ON c."id" = m."conversation_id"
WHERE m."metadata" ->> 'processing' IS DISTINCT FROM 'true';

-- CreateIndex
CREATE INDEX "search_entries_user_id_at_idx" ON "search_entries"("user_id", "at" DESC);

-- CreateIndex
CREATE INDEX "search_entries_conversation_id_idx" ON "search_entries"("conversation_id");

-- CreateIndex
CREATE INDEX "search_entries_words_idx" ON "search_entries" USING GIN ("words");

-- AddForeignKey
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
