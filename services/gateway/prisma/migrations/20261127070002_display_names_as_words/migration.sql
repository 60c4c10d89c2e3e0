-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_fold_name_display_name_idx" ON "account"("fold_name"("display_name") COLLATE "C");
