-- AlterTable
ALTER TABLE "account" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "mail_request" ADD COLUMN     "language" TEXT;
