-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_comparable_username_idx" ON "account"("comparable"("username") COLLATE "C");
