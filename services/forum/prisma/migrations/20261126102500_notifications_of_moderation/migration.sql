-- AlterEnum
ALTER TYPE "NotificationKind" ADD VALUE 'PostHidden';
ALTER TYPE "NotificationKind" ADD VALUE 'ReportWaiting';

-- CreateEnum
CREATE TYPE "ReportNotices" AS ENUM ('Never', 'Live');

-- AlterTable
ALTER TABLE "notification_setting" ADD COLUMN     "as_administrator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reports" "ReportNotices" NOT NULL DEFAULT 'Never';
