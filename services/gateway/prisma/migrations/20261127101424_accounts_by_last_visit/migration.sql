-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_seen_idx" ON "account"((coalesce("last_seen_at", "created_at")), "id");
