-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "report_pending_target_idx" ON "report"(coalesce("post_id", "thread_id"), "ctime", "id") WHERE "status" = 'Pending';
