-- As before, but a conversation that has grown takes over the time of the file if it is later, so that it is listed and kept
-- by the age of its new messages. Adds a part of a file: its conversations, and messages in an order in which each comes
-- after its parent. What is there already stays as it is, so a part can be added again. A conversation that the user has
-- discarded comes back. Returns 'ok', 'ended' when the import does not run any more, or 'full' when the account has no room
-- for all of it, and raises QI001 while a conversation of the part is being deleted. A conversation in several parts, or one
-- that has grown since it was imported, gets its messages aside first: its branch is shown unless the user has continued the
-- conversation here.
CREATE OR REPLACE FUNCTION "import_conversations"(
  "p_import" UUID, "p_rows" JSONB, "p_position" INT, "p_most_conversations" INT, "p_most_messages" INT
) RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
  v_user UUID;
  v_known UUID[];
  v_ids UUID[];
  v_new UUID[];
  v_restored UUID[];
  v_grown UUID[];
  v_messages INT;
  v_restored_messages INT;
  v_usage "account_usage"%ROWTYPE;
BEGIN
  SELECT "user_id" INTO v_user FROM "conversation_imports" WHERE "id" = p_import AND "state" = 'running' FOR UPDATE;
  IF NOT FOUND THEN RETURN 'ended'; END IF;

  SELECT coalesce(array_agg(given."id"), '{}') INTO v_known
  FROM jsonb_to_recordset(p_rows -> 'conversations') AS c("id" UUID, "originId" UUID)
  CROSS JOIN LATERAL (VALUES (c."id"), (c."originId")) AS given("id");
  PERFORM 1 FROM "conversations" WHERE "id" = ANY(v_known) AND v_user IN ("user_id", "discarded_by") ORDER BY "id" FOR UPDATE;
  IF EXISTS (SELECT FROM "conversations"
             WHERE "id" = ANY(v_known) AND "discarded_by" = v_user AND "discarded_at" <= to_timestamp(0)) THEN
    RAISE EXCEPTION 'a conversation of this import is still being deleted' USING ERRCODE = 'QI001';
  END IF;

  -- A conversation of this installation that the user still has is not added beside itself.
  SELECT coalesce(array_agg(c."id"), '{}') INTO v_ids
  FROM jsonb_to_recordset(p_rows -> 'conversations') AS c("id" UUID, "originId" UUID)
  WHERE NOT EXISTS (SELECT FROM "conversations" o
                    WHERE o."id" = c."originId" AND (o."user_id" = v_user OR o."discarded_by" = v_user));
  SELECT coalesce(array_agg(given), '{}') INTO v_new FROM unnest(v_ids) AS given
  WHERE NOT EXISTS (SELECT FROM "conversations" c WHERE c."id" = given);
  SELECT count(*) INTO v_messages FROM jsonb_to_recordset(p_rows -> 'messages') AS m("id" UUID, "conversationId" UUID)
  WHERE m."conversationId" = ANY(v_ids) AND NOT EXISTS (SELECT FROM "messages" known WHERE known."id" = m."id");
  SELECT * INTO v_usage FROM "account_usage" WHERE "user_id" = v_user FOR UPDATE;
  IF p_most_conversations > 0 AND cardinality(v_new) > 0
       AND coalesce(v_usage."conversations", 0) + cardinality(v_new) > p_most_conversations
     OR p_most_messages > 0 AND v_messages > 0
       AND coalesce(v_usage."messages", 0) + v_messages > p_most_messages THEN
    RETURN 'full';
  END IF;

  WITH restored AS (
    UPDATE "conversations" SET "user_id" = "discarded_by", "discarded_by" = NULL, "discarded_at" = NULL
    WHERE "id" = ANY(v_known) AND "discarded_by" = v_user RETURNING "id"
  )
  SELECT coalesce(array_agg("id"), '{}') INTO v_restored FROM restored;
  SELECT count(*) INTO v_restored_messages
  FROM jsonb_to_recordset(p_rows -> 'messages') AS m("id" UUID)
  JOIN "messages" known ON known."id" = m."id" AND known."conversation_id" = ANY(v_restored);

  INSERT INTO "conversations" ("id", "user_id", "title", "is_pinned", "is_archived", "created_at", "updated_at")
  SELECT c."id", v_user, c."title", c."isPinned", c."isArchived", c."createdAt", c."updatedAt"
  FROM jsonb_to_recordset(p_rows -> 'conversations') AS c(
    "id" UUID, "title" TEXT, "isPinned" BOOLEAN, "isArchived" BOOLEAN, "createdAt" TIMESTAMPTZ, "updatedAt" TIMESTAMPTZ)
  WHERE c."id" = ANY(v_new);
  WITH given AS (
    SELECT m.*, row_number() OVER () AS place FROM jsonb_to_recordset(p_rows -> 'messages') AS m(
      "id" UUID, "conversationId" UUID, "parentId" UUID, "isActive" BOOLEAN, "role" TEXT, "content" TEXT,
      "metadata" JSONB, "createdAt" TIMESTAMPTZ)
  ), added AS (
    INSERT INTO "messages" ("id", "conversation_id", "parent_id", "is_active", "role", "content", "metadata", "created_at")
    SELECT g."id", c."id", g."parentId", g."isActive" AND c."id" = ANY(v_new), g."role", g."content", g."metadata",
           g."createdAt"
    FROM given g JOIN "conversations" c ON c."id" = g."conversationId" AND c."user_id" = v_user
    WHERE c."id" = ANY(v_ids)
    ORDER BY g.place
    ON CONFLICT ("id") DO NOTHING
    RETURNING "conversation_id"
  )
  SELECT count(*), coalesce(array_agg(DISTINCT "conversation_id"), '{}') INTO v_messages, v_grown FROM added;

  UPDATE "conversations" c SET "updated_at" = given."updatedAt"
  FROM jsonb_to_recordset(p_rows -> 'conversations') AS given("id" UUID, "updatedAt" TIMESTAMPTZ)
  WHERE c."id" = given."id" AND c."id" = ANY(v_grown) AND c."updated_at" < given."updatedAt";

  PERFORM show_branch(shown."leaf")
  FROM jsonb_to_recordset(p_rows -> 'shown') AS shown("conversationId" UUID, "leaf" UUID)
  CROSS JOIN LATERAL (
    SELECT (SELECT m."metadata" ? 'imported' FROM "messages" m
            WHERE m."conversation_id" = shown."conversationId" AND m."is_active" ORDER BY m."seq" DESC LIMIT 1) AS imported
  ) AS last
  WHERE shown."conversationId" = ANY(v_grown) AND coalesce(last.imported, true);

  UPDATE "conversation_imports"
  SET "position" = p_position, "conversations" = "conversations" + cardinality(v_new) + cardinality(v_restored),
      "messages" = "messages" + v_messages + v_restored_messages, "updated_at" = now()
  WHERE "id" = p_import;
  RETURN 'ok';
END $$;
