-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_fold_name_username_idx" ON "account"("fold_name"("username") COLLATE "C");
