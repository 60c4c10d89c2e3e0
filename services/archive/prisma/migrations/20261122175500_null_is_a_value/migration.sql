-- A field may have been observed as null, as a creature's name: only an entry of a list, which never reads null, is gone
-- where a change says so.
CREATE OR REPLACE VIEW "period" AS
SELECT "record_id", "field", "start", "end", "value" FROM (
  SELECT "record_id", "change"."key" AS "field", "retrieved_at" AS "start",
    lead("retrieved_at") OVER (PARTITION BY "record_id", "change"."key" ORDER BY "retrieved_at") AS "end",
    "change"."value"
  FROM "observation", json_each("changes") AS "change"
) AS "change" WHERE json_typeof("value") <> 'null' OR "field" NOT LIKE 'links.%';
