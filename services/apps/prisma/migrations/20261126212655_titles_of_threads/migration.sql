-- outside a transaction
CREATE INDEX CONCURRENTLY "delivery_titled_idx" ON "delivery"("subject") WHERE "event_type" = 'agora.forum.thread.created';
