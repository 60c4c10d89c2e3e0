-- AlterEnum
ALTER TYPE "NotificationKind" ADD VALUE 'Reaction';

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "reactions" INTEGER;

-- CreateTable
CREATE TABLE "reaction" (
    "post_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "is_given" BOOLEAN NOT NULL DEFAULT true,
    "told_in" UUID,

    CONSTRAINT "reaction_pkey" PRIMARY KEY ("post_id","key","user_id")
);

-- CreateTable
CREATE TABLE "reaction_tally" (
    "post_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "reaction_tally_pkey" PRIMARY KEY ("post_id","key")
);

-- CreateIndex
CREATE INDEX "reaction_post_id_key_time_user_id_idx" ON "reaction"("post_id", "key", "time", "user_id");

-- CreateIndex
CREATE INDEX "reaction_user_id_idx" ON "reaction"("user_id");

-- Those of which nobody is notified yet.
CREATE INDEX "reaction_untold_idx" ON "reaction"("time") WHERE "told_in" IS NULL AND "is_given";
