-- CreateEnum
CREATE TYPE "SubscriptionLevel" AS ENUM ('Watching', 'Muted');

-- CreateEnum
CREATE TYPE "EmailDigest" AS ENUM ('Never', 'Daily', 'Weekly');

-- CreateEnum
CREATE TYPE "NotificationKind" AS ENUM ('Reply', 'NewThread', 'Mention', 'Quote', 'ReportResolved', 'Sanctioned', 'SanctionLifted', 'RoleGranted', 'RoleRevoked');

-- CreateTable
CREATE TABLE "thread_participant" (
    "thread_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "thread_participant_pkey" PRIMARY KEY ("thread_id","user_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "target_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "level" "SubscriptionLevel" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("target_id","user_id")
);

-- CreateTable
CREATE TABLE "notification_setting" (
    "user_id" UUID NOT NULL,
    "auto_watch" BOOLEAN NOT NULL DEFAULT true,
    "email" "EmailDigest" NOT NULL DEFAULT 'Never',

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "untold_revision" (
    "seq" BIGSERIAL NOT NULL,
    "thread_id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "untold_revision_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "cause" UUID,
    "actor_id" UUID,
    "section_id" UUID,
    "thread_id" UUID,
    "first_position" INTEGER,
    "last_position" INTEGER,
    "report_id" UUID,
    "sanction_id" UUID,
    "role" "Role",

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_user_id_seq_idx" ON "notification"("user_id", "seq");

-- AddForeignKey
ALTER TABLE "thread_participant" ADD CONSTRAINT "thread_participant_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A cause tells a member once.
CREATE UNIQUE INDEX "notification_cause_key" ON "notification"("user_id", "cause") WHERE "cause" IS NOT NULL;

-- Unread replies of one thread are one notification.
CREATE UNIQUE INDEX "notification_unread_replies_key" ON "notification"("user_id", "thread_id") WHERE "kind" = 'Reply' AND "read_at" IS NULL;

-- What reading a thread reads.
CREATE INDEX "notification_unread_of_thread_idx" ON "notification"("user_id", "thread_id") WHERE "read_at" IS NULL;

-- The unread ones of a member who has read many.
CREATE INDEX "notification_unread_idx" ON "notification"("user_id", "seq") WHERE "read_at" IS NULL;

-- Who has written in a thread so far.
INSERT INTO "thread_participant" ("thread_id", "user_id", "position")
SELECT "thread_id", "author_id", min("position") FROM "post" GROUP BY "thread_id", "author_id";
