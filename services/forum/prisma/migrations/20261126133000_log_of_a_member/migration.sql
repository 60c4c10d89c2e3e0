-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "moderation_entry_target_user_id_ctime_id_idx" ON "moderation_entry"("target_user_id", "ctime", "id");
