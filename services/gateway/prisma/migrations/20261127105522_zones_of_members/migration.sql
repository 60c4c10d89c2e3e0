-- AlterTable
ALTER TABLE "account" ADD COLUMN     "device_zone" TEXT,
ADD COLUMN     "time_zone" TEXT;
