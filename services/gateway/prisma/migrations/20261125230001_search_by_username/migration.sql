-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_searchable_username_idx" ON "account"("searchable"("username") COLLATE "C");
