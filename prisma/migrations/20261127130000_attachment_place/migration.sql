-- The position of a file among the attachments of its message, from 1. Null for a file that the message does not list.
CREATE FUNCTION "attachment_place"("message" UUID, "object" UUID) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT item.place FROM messages m, jsonb_array_elements(m.attachments) WITH ORDINALITY AS item(attachment, place)
  WHERE m.id = message AND item.attachment->>'url' = '/objects/' || object::text
$$;
