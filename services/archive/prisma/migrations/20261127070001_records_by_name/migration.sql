-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "record_by_name_idx" ON "record"("type", "scope", "name_order"("name") COLLATE "C", "subject");
