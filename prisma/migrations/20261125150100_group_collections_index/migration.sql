-- concurrently
-- Every question looks for the collections that its user may read. Administrators may read those for groups, and to find
-- them all collections of all users were read.
CREATE INDEX CONCURRENTLY "collections_for_groups_idx" ON "collections"("id") WHERE "is_for_groups";
