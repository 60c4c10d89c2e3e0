-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscription_user_id_idx" ON "subscription"("user_id");
