-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "traceparent" TEXT;
