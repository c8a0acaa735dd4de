-- CreateTable
CREATE TABLE "position_theses" (
    "position_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_theses_pkey" PRIMARY KEY ("position_id","version")
);

-- AddForeignKey
ALTER TABLE "position_theses" ADD CONSTRAINT "position_theses_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
