-- DropIndex
DROP INDEX "report_post_id_idx";

-- CreateIndex
CREATE INDEX "moderation_entry_section_id_actor_id_ctime_id_idx" ON "moderation_entry"("section_id", "actor_id", "ctime", "id");

-- CreateIndex
CREATE INDEX "report_ctime_id_idx" ON "report"("ctime", "id");

-- CreateIndex
CREATE INDEX "report_section_id_ctime_id_idx" ON "report"("section_id", "ctime", "id");

-- What is in force is what lasts and was not lifted, and what has not lapsed yet: neither is looked for among the rest.
DROP INDEX "sanction_unlifted_idx";
DROP INDEX "sanction_unlifted_section_idx";
CREATE INDEX "sanction_lasting_idx" ON "sanction"("created_at", "id")
  WHERE "deleted_at" IS NULL AND "expires_at" IS NULL;
CREATE INDEX "sanction_lasting_section_idx" ON "sanction"("section_id", "created_at", "id")
  WHERE "deleted_at" IS NULL AND "expires_at" IS NULL;
CREATE INDEX "sanction_timed_idx" ON "sanction"("expires_at")
  WHERE "deleted_at" IS NULL AND "expires_at" IS NOT NULL;
CREATE INDEX "sanction_timed_section_idx" ON "sanction"("section_id", "expires_at")
  WHERE "deleted_at" IS NULL AND "expires_at" IS NOT NULL;

-- Tallies of the rows there are; nobody changes them meanwhile.
LOCK TABLE "report", "moderation_entry", "sanction", "tally" IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM "tally";
INSERT INTO "tally" ("listing", "section_id", "part", "count")
  SELECT 'Report'::"TallyListing", "section_id", "status"::text, count(*) FROM "report" GROUP BY 2, 3
  UNION ALL
  SELECT 'ModerationEntry'::"TallyListing", coalesce("section_id", '00000000-0000-0000-0000-000000000000'),
    "actor_id"::text, count(*)
  FROM "moderation_entry" GROUP BY 2, 3
  UNION ALL
  SELECT 'Sanction'::"TallyListing", coalesce("section_id", '00000000-0000-0000-0000-000000000000'),
    CASE WHEN "deleted_at" IS NOT NULL THEN 'Lifted' WHEN "expires_at" IS NULL THEN 'Lasting' ELSE 'Timed' END, count(*)
  FROM "sanction" GROUP BY 2, 3;
