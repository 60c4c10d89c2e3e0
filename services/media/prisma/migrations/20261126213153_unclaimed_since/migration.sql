-- outside a transaction
-- Those that nothing shows are few: only they are looked at each minute.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "media_unclaimed_idx" ON "media"("unclaimed_since") WHERE "unclaimed_since" IS NOT NULL;
