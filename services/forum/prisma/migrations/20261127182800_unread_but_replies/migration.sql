-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_unread_but_replies_idx" ON "notification"("user_id", "thread_id") WHERE "read_at" IS NULL AND "kind" <> 'Reply';
