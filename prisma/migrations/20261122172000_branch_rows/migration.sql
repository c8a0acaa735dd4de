-- Conversations have tens of messages. PostgreSQL assumes 1,000 rows otherwise, and reads all messages of all users to
-- join them.
ALTER FUNCTION "branch_of"(UUID, INT) ROWS 30;
