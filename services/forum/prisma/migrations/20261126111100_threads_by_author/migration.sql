-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "thread_author_idx" ON "thread"("author_id", "last_post_at" DESC, "id" DESC) WHERE NOT "is_deleted";
