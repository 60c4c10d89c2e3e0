-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profile_quoting_idx" ON "profile"("user_id") WHERE strpos("about_source", '[quote=') > 0;
