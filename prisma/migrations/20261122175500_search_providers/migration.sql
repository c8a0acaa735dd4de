-- CreateTable
CREATE TABLE "search_providers" (
    "name" TEXT NOT NULL,
    "base_url" TEXT,
    "engine_id" TEXT,
    "secrets" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_providers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "search_defaults" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "language" TEXT,
    "region" TEXT,

    CONSTRAINT "search_defaults_pkey" PRIMARY KEY ("id")
);
