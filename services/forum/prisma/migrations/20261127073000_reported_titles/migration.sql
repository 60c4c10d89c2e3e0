-- AlterTable
ALTER TABLE "report" ADD COLUMN     "thread_title" TEXT;
