-- concurrently
-- Actions of administrators lock the rows of all of them, which are few among many users.
CREATE INDEX CONCURRENTLY "users_admins_idx" ON "users"("id") WHERE "is_admin" AND NOT "is_locked";
