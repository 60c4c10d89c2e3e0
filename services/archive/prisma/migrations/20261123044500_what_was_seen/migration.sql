-- AlterTable
ALTER TABLE "observation" ADD COLUMN     "seen" BIGINT;
