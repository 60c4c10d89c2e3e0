-- outside a transaction
CREATE INDEX CONCURRENTLY "delivery_listed_idx" ON "delivery"("channel_id", "status", "id");
