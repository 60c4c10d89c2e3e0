-- AlterTable
ALTER TABLE "section" ADD COLUMN     "configured" JSONB;
