-- CreateTable
CREATE TABLE "backfill" (
    "name" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "until" BIGINT NOT NULL,

    CONSTRAINT "backfill_pkey" PRIMARY KEY ("name")
);

-- Expand: the ids in a collection were kept in the order they were seen in, which tells nothing. Those of the records
-- that there are by now are put in order by the service that runs: see src/backfill/collections.ts.
INSERT INTO "backfill" SELECT 'collections', 0, max("id") FROM "record" HAVING max("id") IS NOT NULL;
