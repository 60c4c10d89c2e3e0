-- AlterTable
ALTER TABLE "untold_revision" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "put_off_until" TIMESTAMPTZ(3);
