-- AlterTable
ALTER TABLE "section" ADD COLUMN     "picture" JSONB;
