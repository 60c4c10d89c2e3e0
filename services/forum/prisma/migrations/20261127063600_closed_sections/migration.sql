-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "section_closed_idx" ON "section"("id") WHERE "readers" <> 'Everyone';
