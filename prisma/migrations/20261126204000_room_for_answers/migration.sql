-- An answer grows while it is written. With room on its page, a longer text needs no new entries in the indexes.
ALTER TABLE "messages" SET (fillfactor = 70);
