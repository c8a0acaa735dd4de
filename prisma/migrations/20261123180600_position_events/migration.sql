-- CreateTable
CREATE TABLE "position_events" (
    "id" BIGSERIAL NOT NULL,
    "position_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "level" DECIMAL(10,2),
    "price" DECIMAL(10,2),
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portfolio_readers" (
    "user_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "looked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "since_prices" JSONB NOT NULL DEFAULT '{}',
    "looked_prices" JSONB NOT NULL DEFAULT '{}',
    "mailed_prices" JSONB NOT NULL DEFAULT '{}',
    "follows_all" BOOLEAN NOT NULL DEFAULT true,
    "alert_mails" BOOLEAN NOT NULL DEFAULT false,
    "mailed_at" TIMESTAMPTZ(3),
    "feed_hash" TEXT,
    "feed_created_at" TIMESTAMPTZ(3),

    CONSTRAINT "portfolio_readers_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "position_follows" (
    "user_id" UUID NOT NULL,
    "position_id" UUID NOT NULL,
    "is_followed" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_follows_pkey" PRIMARY KEY ("user_id","position_id")
);

-- CreateIndex
CREATE INDEX "position_events_recorded_at_id_idx" ON "position_events"("recorded_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "position_events_position_id_key_key" ON "position_events"("position_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "portfolio_readers_feed_hash_key" ON "portfolio_readers"("feed_hash");

-- CreateIndex
CREATE INDEX "position_follows_position_id_idx" ON "position_follows"("position_id");

-- AddForeignKey
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portfolio_readers" ADD CONSTRAINT "portfolio_readers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "position_follows" ADD CONSTRAINT "position_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "position_follows" ADD CONSTRAINT "position_follows_position_id_fkey" FOREIGN KEY ("position_id") REFERENCES "investment_positions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
