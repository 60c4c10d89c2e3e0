-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_link_email_idx" ON "user_link"("external_id" COLLATE "C") WHERE "type" = 'Email' AND "ended_at" IS NULL;
