-- CreateTable
CREATE TABLE "model_endpoints" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "api" TEXT NOT NULL DEFAULT 'auto',
    "secrets" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "offered_models" (
    "id" TEXT NOT NULL,
    "endpoint_id" UUID,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "context_tokens" INTEGER,
    "max_output_tokens" INTEGER,
    "found_context_tokens" INTEGER,
    "found_max_output_tokens" INTEGER,
    "can_use_tools" BOOLEAN,
    "can_see_images" BOOLEAN,
    "can_reason" BOOLEAN,
    "can_search_web" BOOLEAN,
    "input_price" DECIMAL(12,6),
    "output_price" DECIMAL(12,6),
    "access" TEXT NOT NULL DEFAULT 'everyone',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "offered_models_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "model_endpoints_name_key" ON "model_endpoints"("name");

-- CreateIndex
CREATE UNIQUE INDEX "offered_models_endpoint_id_name_key" ON "offered_models"("endpoint_id", "name");

-- AddForeignKey
ALTER TABLE "offered_models" ADD CONSTRAINT "offered_models_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "model_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
