-- AlterTable
ALTER TABLE "user_link" ADD COLUMN     "refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "refusal" TEXT;
