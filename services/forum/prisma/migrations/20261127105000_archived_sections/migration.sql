-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "section_archived_idx" ON "section"("id") WHERE "is_archived";
