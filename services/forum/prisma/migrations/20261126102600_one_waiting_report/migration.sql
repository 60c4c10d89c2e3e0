-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "notification_waiting_report_key" ON "notification"("user_id") WHERE "kind" = 'ReportWaiting' AND "read_at" IS NULL;
