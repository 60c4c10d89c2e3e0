-- outside a transaction
CREATE INDEX CONCURRENTLY "delivery_dead_idx" ON "delivery"("settled_at", "id") WHERE "status" = 'Dead';
