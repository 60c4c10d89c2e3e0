-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "gone_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "resumed_at" TIMESTAMPTZ(3);
