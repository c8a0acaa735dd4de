-- concurrently
-- The sweeper takes the oldest keys, a batch at a time. Without an index each batch read and sorted all that were left, which
-- after the deletion of an account with many files are many.
CREATE INDEX CONCURRENTLY "object_deletions_created_at_idx" ON "object_deletions"("created_at");
