-- What a viewer can copy. Links of the version before have none: they show their page only.
ALTER TABLE "shares" ADD COLUMN "messages" JSONB;
