-- AlterTable
ALTER TABLE "generations" ADD COLUMN     "earlier_id" UUID;

-- Makes the version that was active before a retry the active one again, if the retry has no text, is still active and
-- nothing follows it. The conversation's row is locked first, as by show_branch().
CREATE FUNCTION "show_earlier"("p_message" UUID) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "conversations" WHERE "id" = (SELECT "conversation_id" FROM "messages" WHERE "id" = p_message) FOR UPDATE;
  RETURN coalesce((
    SELECT show_branch(earlier."id")
    FROM "generations" g JOIN "messages" m ON m."id" = g."message_id"
    JOIN "messages" earlier ON earlier."id" = g."earlier_id" AND earlier."parent_id" = m."parent_id"
    WHERE g."message_id" = p_message AND m."is_active" AND m."content" = ''
      AND NOT EXISTS (SELECT 1 FROM "messages" later WHERE later."parent_id" = m."id")), false);
END $$;
