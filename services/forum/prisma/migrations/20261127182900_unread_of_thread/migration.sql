-- outside a transaction
-- Replies are found by "notification_unread_replies_key"; the version before finds the same by "notification_unread_idx".
DROP INDEX CONCURRENTLY IF EXISTS "notification_unread_of_thread_idx";
