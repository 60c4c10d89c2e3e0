-- outside a transaction
-- The version before finds the same by "media_unclaimed_idx".
DROP INDEX CONCURRENTLY IF EXISTS "media_unclaimed_since_idx";
