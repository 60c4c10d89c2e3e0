-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "thread_participant_user_id_idx" ON "thread_participant"("user_id");
