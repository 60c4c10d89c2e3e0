-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "moderation_entry_remarks_idx" ON "moderation_entry"("target_user_id") WHERE "comment" IS NOT NULL;
