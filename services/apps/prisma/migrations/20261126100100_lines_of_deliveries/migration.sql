-- outside a transaction
CREATE INDEX CONCURRENTLY "delivery_line_idx" ON "delivery"("channel_id", "subject", "sequence") WHERE "status" = 'Pending';
