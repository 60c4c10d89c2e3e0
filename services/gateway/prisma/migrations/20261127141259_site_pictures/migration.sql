-- AlterTable
ALTER TABLE "site" ADD COLUMN     "icon" JSONB,
ADD COLUMN     "logo" JSONB;
