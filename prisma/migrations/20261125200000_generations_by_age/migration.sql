-- concurrently
-- Housekeeping finds the rows of answers that ended long ago.
CREATE INDEX CONCURRENTLY "generations_created_at_idx" ON "generations"("created_at");
