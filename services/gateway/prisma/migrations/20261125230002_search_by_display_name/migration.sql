-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_searchable_display_name_idx" ON "account"("searchable"("display_name") COLLATE "C");
