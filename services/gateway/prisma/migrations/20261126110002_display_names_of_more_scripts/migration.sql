-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_comparable_display_name_idx" ON "account"("comparable"("display_name") COLLATE "C");
