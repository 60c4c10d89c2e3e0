-- Documents stand in other spans than those that were indexed before.
INSERT INTO "search_rebuild" ("id") SELECT 1 WHERE EXISTS (SELECT FROM "search_document")
ON CONFLICT ("id") DO UPDATE SET "after" = NULL;
