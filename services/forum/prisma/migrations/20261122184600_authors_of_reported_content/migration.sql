-- Apart from the new column, so that the whole table is not locked while its rows are written.
UPDATE "report" AS f SET "target_author_id" = p."author_id"
FROM "post" AS p WHERE p."id" = f."post_id" AND f."target_author_id" IS NULL;

UPDATE "report" AS f SET "target_author_id" = t."author_id"
FROM "thread" AS t WHERE t."id" = f."thread_id" AND f."post_id" IS NULL AND f."target_author_id" IS NULL;
