-- AlterTable
ALTER TABLE "account" ADD COLUMN "renamed_at" TIMESTAMPTZ(3);
