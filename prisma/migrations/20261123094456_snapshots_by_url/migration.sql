-- CreateIndex
CREATE INDEX "page_snapshots_url_idx" ON "page_snapshots" USING HASH ("url");
