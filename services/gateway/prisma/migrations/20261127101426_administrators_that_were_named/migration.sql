-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_administrator_since_idx" ON "account"("administrator_since") WHERE "administrator_since" IS NOT NULL;
