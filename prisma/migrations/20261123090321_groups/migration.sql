-- AlterTable
ALTER TABLE "collections" ADD COLUMN "is_for_groups" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "shares" ADD COLUMN "is_for_groups" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "groups" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_members" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'manual',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "collection_groups" (
    "collection_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "access" TEXT NOT NULL,

    CONSTRAINT "collection_groups_pkey" PRIMARY KEY ("collection_id","group_id")
);

-- CreateTable
CREATE TABLE "model_groups" (
    "model_id" TEXT NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "model_groups_pkey" PRIMARY KEY ("model_id","group_id")
);

-- CreateTable
CREATE TABLE "share_groups" (
    "share_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "share_groups_pkey" PRIMARY KEY ("share_id","group_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "groups_name_key_key" ON "groups"("name_key");

-- CreateIndex
CREATE INDEX "group_members_user_id_idx" ON "group_members"("user_id");

-- CreateIndex
CREATE INDEX "collection_groups_group_id_idx" ON "collection_groups"("group_id");

-- CreateIndex
CREATE INDEX "model_groups_group_id_idx" ON "model_groups"("group_id");

-- CreateIndex
CREATE INDEX "share_groups_group_id_idx" ON "share_groups"("group_id");

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_groups" ADD CONSTRAINT "collection_groups_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_groups" ADD CONSTRAINT "collection_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_groups" ADD CONSTRAINT "model_groups_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "offered_models"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_groups" ADD CONSTRAINT "model_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_groups" ADD CONSTRAINT "share_groups_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "shares"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_groups" ADD CONSTRAINT "share_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who may do what with which collection, with a row for each reason: 'read', 'edit', or 'manage', which includes
-- deleting and sharing it.
CREATE VIEW "collection_rights" AS
SELECT "id" AS "collection_id", "user_id", 'manage' AS "access"
FROM "collections" WHERE "scope" = 'personal' AND NOT "is_for_groups"
UNION ALL
SELECT "collections"."id", "users"."id", CASE WHEN "users"."is_admin" THEN 'manage' ELSE 'read' END
FROM "collections" CROSS JOIN "users"
WHERE "collections"."scope" = 'organization' OR ("collections"."is_for_groups" AND "users"."is_admin")
UNION ALL
SELECT "collection_groups"."collection_id", "group_members"."user_id", "collection_groups"."access"
FROM "collection_groups" JOIN "group_members" ON "group_members"."group_id" = "collection_groups"."group_id";
