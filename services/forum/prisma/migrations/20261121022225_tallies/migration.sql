-- CreateEnum
CREATE TYPE "TallyListing" AS ENUM ('Report', 'ModerationEntry', 'Sanction');

-- DropForeignKey
ALTER TABLE "report" DROP CONSTRAINT "report_post_id_fkey";

-- DropForeignKey
ALTER TABLE "report" DROP CONSTRAINT "report_thread_id_fkey";

-- CreateTable
CREATE TABLE "tally" (
    "listing" "TallyListing" NOT NULL,
    "section_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "tally_pkey" PRIMARY KEY ("listing","section_id","part")
);

-- The sanctions in force are among those that nobody lifted.
CREATE INDEX "sanction_unlifted_idx" ON "sanction"("created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "sanction_unlifted_section_idx" ON "sanction"("section_id", "created_at", "id") WHERE "deleted_at" IS NULL;
