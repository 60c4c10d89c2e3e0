-- outside a transaction
-- Few at any time, while those of a day that are kept may be many.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "upload_under_way_idx" ON "upload"("created_at") WHERE NOT "is_kept";
