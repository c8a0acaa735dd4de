-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "project_id" UUID;

-- CreateTable
CREATE TABLE "projects" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "custom_instructions" TEXT NOT NULL DEFAULT '',
    "default_model" TEXT,
    "chooses_collections" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_collections" (
    "project_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,

    CONSTRAINT "project_collections_pkey" PRIMARY KEY ("project_id","collection_id")
);

-- CreateIndex
CREATE INDEX "projects_user_id_created_at_id_idx" ON "projects"("user_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "project_collections_collection_id_idx" ON "project_collections"("collection_id");

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_collections" ADD CONSTRAINT "project_collections_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_collections" ADD CONSTRAINT "project_collections_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The panel's lists: the conversations of a project, and those outside of projects.
CREATE INDEX "conversations_project_idx" ON "conversations"("project_id", "is_archived", "is_pinned" DESC, "updated_at" DESC, "id" DESC)
  WHERE "project_id" IS NOT NULL;
CREATE INDEX "conversations_outside_projects_idx" ON "conversations"("user_id", "is_archived", "is_pinned" DESC, "updated_at" DESC, "id" DESC)
  WHERE "project_id" IS NULL;
