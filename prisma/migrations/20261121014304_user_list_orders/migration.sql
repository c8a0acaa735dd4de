-- CreateIndex
CREATE INDEX "users_sign_up_order_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "users_status_order_idx" ON "users"("is_locked", "id");

-- A person's name as lists are sorted and searched by it: both names or one, without case and accents; '' for none.
CREATE FUNCTION "name_key"("first_name" TEXT, "last_name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(
  normalize(btrim(coalesce("first_name", '') || ' ' || coalesce("last_name", '')), NFD), U&'[\0300-\036F]', '', 'g'
));

-- Empty names come last in both directions: a sign after all others stands for them in one, nothing in the other.
CREATE INDEX "users_name_ascending_idx" ON "users"
  ((coalesce(nullif("name_key"("first_name", "last_name"), ''), U&'\+10FFFF') COLLATE "C"), "id");
CREATE INDEX "users_name_descending_idx" ON "users" (("name_key"("first_name", "last_name") COLLATE "C"), "id");
CREATE INDEX "users_email_order_idx" ON "users" ((lower("email") COLLATE "C"), "id");
