-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "revision_naming_idx" ON "revision"("id") WHERE (strpos("html", 'data-user-id="') > 0 OR strpos("source", '[quote=') > 0);
