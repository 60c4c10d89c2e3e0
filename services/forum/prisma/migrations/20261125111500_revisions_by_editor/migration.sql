-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "revision_edits_idx" ON "revision"("author_id", "id") WHERE "position" > 0;
