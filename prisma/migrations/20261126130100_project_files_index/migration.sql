-- concurrently
-- A deleted project looks for its files.
CREATE INDEX CONCURRENTLY "collections_project_id_idx" ON "collections"("project_id");
