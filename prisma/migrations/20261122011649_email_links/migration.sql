-- CreateTable
CREATE TABLE "email_links" (
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "email_links_user_id_purpose_idx" ON "email_links"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "email_links_expires_at_idx" ON "email_links"("expires_at");

-- AddForeignKey
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Links that were sent before this migration stay valid.
INSERT INTO "email_links" ("token_hash", "user_id", "purpose", "expires_at", "created_at")
SELECT "token_hash", "user_id", 'reset-password', "expires_at", "created_at"
FROM "password_resets" WHERE "expires_at" > now()
ON CONFLICT DO NOTHING;
