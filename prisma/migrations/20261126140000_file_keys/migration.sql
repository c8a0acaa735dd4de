-- CreateTable
CREATE TABLE "file_keys" (
    "id" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_keys_pkey" PRIMARY KEY ("id")
);
