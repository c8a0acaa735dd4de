-- Links from before 20261130020000 may still name the owner that a file had before it moved to another account. No trigger
-- counts this update: while the file exists, its bytes count for the file's owner already.
UPDATE "share_files" f SET "owner_id" = o."user_id" FROM "objects" o WHERE o."id" = f."object_id" AND f."owner_id" <> o."user_id";
