-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "thread_latest_idx" ON "thread"("last_post_at" DESC, "id" DESC) WHERE NOT "is_deleted";
