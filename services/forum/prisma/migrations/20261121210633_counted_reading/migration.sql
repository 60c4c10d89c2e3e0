-- AlterTable
ALTER TABLE "read_floor" ADD COLUMN     "changes" BIGINT NOT NULL DEFAULT 0,
ALTER COLUMN "floor" DROP NOT NULL;

-- AlterTable
ALTER TABLE "section" ADD COLUMN     "ancestors" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "section_activity" (
    "section_id" UUID NOT NULL,
    "shard" SMALLINT NOT NULL,
    "changes" BIGINT NOT NULL,

    CONSTRAINT "section_activity_pkey" PRIMARY KEY ("section_id","shard")
);

-- AddForeignKey
ALTER TABLE "section_activity" ADD CONSTRAINT "section_activity_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- With what tells whether a thread is unread, so that counting reads the index alone.
DROP INDEX "thread_section_id_is_deleted_is_pinned_last_post_at_id_idx";
CREATE INDEX "thread_page_idx" ON "thread"(
  "section_id", "is_deleted", "is_pinned", "last_post_at", "id", "last_post_author_id", "last_other_post_at"
);

-- The breadcrumbs of the sections there are.
WITH RECURSIVE "up" AS (
  SELECT s."id" AS "of", p.*, 1 AS "depth" FROM "section" AS s JOIN "section" AS p ON p."id" = s."parent_id"
  UNION ALL
  SELECT "up"."of", p.*, "up"."depth" + 1 FROM "up" JOIN "section" AS p ON p."id" = "up"."parent_id"
)
UPDATE "section" AS s SET "ancestors" = (
  SELECT jsonb_agg(
    jsonb_build_object('id', "id", 'key', "key", 'displayName', "display_name", 'locale', "locale") ORDER BY "depth"
  )
  FROM "up" WHERE "up"."of" = s."id"
)
WHERE s."parent_id" IS NOT NULL;
