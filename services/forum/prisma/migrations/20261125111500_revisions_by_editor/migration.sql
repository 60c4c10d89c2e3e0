-- outside a transaction
CREATE INDEX CONCURRENTLY "revision_edits_idx" ON "revision"("author_id", "id") WHERE "position" > 0;
