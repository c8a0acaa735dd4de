-- DropIndex
DROP INDEX "generations_question_id_key";

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "branch_switches" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "files_of" UUID,
ADD COLUMN     "is_active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "parent_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- CreateIndex
CREATE INDEX "generations_question_id_idx" ON "generations"("question_id");

-- CreateIndex
CREATE INDEX "messages_parent_id_idx" ON "messages"("parent_id");

-- Conversations so far are one line.
UPDATE "messages" SET "parent_id" = earlier."parent_id"
FROM (SELECT "id", coalesce(lag("id") OVER (PARTITION BY "conversation_id" ORDER BY "seq"), "conversation_id") AS "parent_id"
      FROM "messages") AS earlier
WHERE "messages"."id" = earlier."id";

-- Earlier texts of answers become versions of them: messages beside them, which are not active. An answer that a server
-- of the earlier version is writing keeps its texts, which that server may put back.
INSERT INTO "messages" ("conversation_id", "parent_id", "is_active", "role", "content", "metadata", "created_at")
SELECT m."conversation_id", m."parent_id", false, 'assistant', v."content", v."metadata",
       m."created_at" - make_interval(secs => 0.001 * row_number() OVER (PARTITION BY m."id" ORDER BY v."attempt" DESC))
FROM "answer_versions" v JOIN "messages" m ON m."id" = v."message_id"
WHERE m."metadata" ->> 'processing' IS DISTINCT FROM 'true'
ORDER BY m."id", v."attempt";
DELETE FROM "answer_versions" v USING "messages" m
WHERE m."id" = v."message_id" AND m."metadata" ->> 'processing' IS DISTINCT FROM 'true';

-- A message without a parent follows the last active one. The conversation's row is locked first, so that the statement
-- that looks for it sees the branch that another transaction has made the active one.
CREATE FUNCTION "place_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "conversations" WHERE "id" = NEW."conversation_id" FOR UPDATE;
  NEW."parent_id" := coalesce(
    (SELECT "id" FROM "messages" WHERE "conversation_id" = NEW."conversation_id" AND "is_active" AND "seq" < NEW."seq"
     ORDER BY "seq" DESC LIMIT 1), NEW."conversation_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "messages_placed" BEFORE INSERT ON "messages" FOR EACH ROW
  WHEN (NEW."parent_id" = '00000000-0000-0000-0000-000000000000') EXECUTE FUNCTION "place_message"();

-- Makes the branch with a message the active one; below the message it goes on with the newest versions. False if the
-- message is on the active branch already.
CREATE FUNCTION "show_branch"("p_message" UUID) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  v_conversation UUID;
  v_fork BIGINT;
  v_ids UUID[];
  v_below UUID[];
BEGIN
  SELECT "conversation_id" INTO v_conversation FROM "messages" WHERE "id" = p_message;
  PERFORM 1 FROM "conversations" WHERE "id" = v_conversation FOR UPDATE;
  WITH RECURSIVE line AS (
    SELECT "id", "parent_id", "seq", "is_active" FROM "messages" WHERE "id" = p_message
    UNION ALL
    SELECT m."id", m."parent_id", m."seq", m."is_active"
    FROM line JOIN "messages" m ON m."id" = line."parent_id" WHERE NOT line."is_active"
  )
  SELECT coalesce(max("seq") FILTER (WHERE "is_active"), -1), array_agg("id") FILTER (WHERE NOT "is_active")
  INTO v_fork, v_ids FROM line;
  IF v_ids IS NULL THEN RETURN false; END IF;
  WITH RECURSIVE below AS (
    SELECT p_message AS "id"
    UNION ALL
    SELECT newest."id" FROM below CROSS JOIN LATERAL (
      SELECT "id" FROM "messages" WHERE "parent_id" = below."id" ORDER BY "created_at" DESC, "seq" DESC LIMIT 1
    ) AS newest
  )
  SELECT array_agg("id") INTO v_below FROM below;
  UPDATE "messages" SET "is_active" = false
  WHERE "conversation_id" = v_conversation AND "is_active" AND "seq" > v_fork;
  UPDATE "messages" SET "is_active" = true WHERE "id" = ANY(v_ids || v_below);
  UPDATE "conversations" SET "branch_switches" = "branch_switches" + 1 WHERE "id" = v_conversation;
  RETURN true;
END $$;

-- A message and those before it on its branch, newest first. `files_of` names the message whose files it has, if any.
CREATE FUNCTION "branch_of"("p_message" UUID, "p_most" INT)
RETURNS TABLE ("id" UUID, "seq" BIGINT, "files_of" UUID) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_message "messages"%ROWTYPE;
BEGIN
  SELECT * INTO v_message FROM "messages" m WHERE m."id" = p_message;
  IF v_message."is_active" THEN
    RETURN QUERY
      SELECT m."id", m."seq", CASE WHEN m."attachments" <> '[]'::jsonb THEN coalesce(m."files_of", m."id") END
      FROM "messages" m
      WHERE m."conversation_id" = v_message."conversation_id" AND m."is_active" AND m."seq" <= v_message."seq"
      ORDER BY m."seq" DESC LIMIT p_most;
  ELSE
    RETURN QUERY
      WITH RECURSIVE line AS (
        SELECT m."id", m."seq", m."files_of", m."attachments", m."parent_id", 1 AS place
        FROM "messages" m WHERE m."id" = p_message
        UNION ALL
        SELECT m."id", m."seq", m."files_of", m."attachments", m."parent_id", line.place + 1
        FROM line JOIN "messages" m ON m."id" = line."parent_id" WHERE line.place < p_most
      )
      SELECT line."id", line."seq", CASE WHEN line."attachments" <> '[]'::jsonb THEN coalesce(line."files_of", line."id") END
      FROM line ORDER BY line."seq" DESC;
  END IF;
END $$;
