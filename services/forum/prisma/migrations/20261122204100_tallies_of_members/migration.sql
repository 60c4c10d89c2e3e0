INSERT INTO "tally" AS kept ("listing", "section_id", "part", "count")
SELECT CASE WHEN t."is_deleted" THEN 'DeletedMemberPost' ELSE 'MemberPost' END::"TallyListing",
  CASE WHEN t."is_deleted" THEN t."section_id" ELSE '00000000-0000-0000-0000-000000000000' END,
  p."author_id"::text, count(*)
FROM "post" AS p JOIN "thread" AS t ON t."id" = p."thread_id"
GROUP BY 1, 2, 3
ON CONFLICT ("listing", "section_id", "part") DO UPDATE SET "count" = excluded."count";

INSERT INTO "tally" AS kept ("listing", "section_id", "part", "count")
SELECT 'MemberThread', '00000000-0000-0000-0000-000000000000', "author_id"::text, count(*)
FROM "thread" WHERE NOT "is_deleted"
GROUP BY "author_id"
ON CONFLICT ("listing", "section_id", "part") DO UPDATE SET "count" = excluded."count";
