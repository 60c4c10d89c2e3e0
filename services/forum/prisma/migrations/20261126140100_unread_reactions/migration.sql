-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "notification_unread_reactions_key" ON "notification"("user_id", "thread_id", "first_position") WHERE "kind" = 'Reaction' AND "read_at" IS NULL;
