-- AlterTable
ALTER TABLE "observation" ADD COLUMN     "changes" JSON;

-- What was a row for each change of a field, but for those that led to the latest period, becomes one value of the
-- instant: the fields in order, as the importer writes them.
WITH "all_changes" AS (
  SELECT "record_id", "start" AS "at", "field", "value"::text AS "value" FROM "change"
  UNION ALL
  SELECT "id", to_timestamp(("period"."value" ->> 0)::float8 / 1000), "field", ("period"."value" -> 3)::text
  FROM "record", json_each("latest") AS "period" ("field", "value")
  UNION ALL
  SELECT "id", to_timestamp(("period"."value" ->> 1)::float8 / 1000), "field", NULL
  FROM "record", json_each("latest") AS "period" ("field", "value") WHERE "period"."value" ->> 1 IS NOT NULL
), "by_instant" AS (
  SELECT "record_id", "at",
    '{' || string_agg('"' || "field" || '":' || coalesce("value", 'null'), ',' ORDER BY "field" COLLATE "C") || '}' AS "changes"
  FROM "all_changes" GROUP BY "record_id", "at"
)
UPDATE "observation" SET "changes" = "by_instant"."changes"::json FROM "by_instant"
WHERE "observation"."record_id" = "by_instant"."record_id" AND "observation"."retrieved_at" = "by_instant"."at";

-- DropTable
DROP TABLE "change";

-- Prisma's schema language has no words for what follows.

-- For whoever asks in SQL: each field's periods. A period ends where the next change of its field is.
CREATE VIEW "period" AS
SELECT "record_id", "field", "start", "end", "value" FROM (
  SELECT "record_id", "change"."key" AS "field", "retrieved_at" AS "start",
    lead("retrieved_at") OVER (PARTITION BY "record_id", "change"."key" ORDER BY "retrieved_at") AS "end",
    "change"."value"
  FROM "observation", json_each("changes") AS "change"
) AS "change" WHERE json_typeof("value") <> 'null';
