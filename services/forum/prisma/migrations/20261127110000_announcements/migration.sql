-- AlterTable
ALTER TABLE "site_text" ADD COLUMN     "until" TIMESTAMPTZ(3);
