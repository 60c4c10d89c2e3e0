-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_setting_reports_idx" ON "notification_setting"("user_id") WHERE "reports" = 'Live';
