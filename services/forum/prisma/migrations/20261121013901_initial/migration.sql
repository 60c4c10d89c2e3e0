-- CreateEnum
CREATE TYPE "ActorKind" AS ENUM ('User', 'Role');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('Administrator', 'GlobalModerator', 'Moderator');

-- CreateEnum
CREATE TYPE "ReportReason" AS ENUM ('Spam', 'Harassment', 'NsfwContent', 'OffTopic', 'Illegal', 'Other');

-- CreateEnum
CREATE TYPE "ReportStatus" AS ENUM ('Pending', 'Accepted', 'Rejected');

-- CreateEnum
CREATE TYPE "SanctionKind" AS ENUM ('Warning', 'Mute');

-- CreateTable
CREATE TABLE "section" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "locale" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "ctime" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "parent_id" UUID,
    "thread_count" INTEGER NOT NULL DEFAULT 0,
    "child_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "section_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread" (
    "id" UUID NOT NULL,
    "key" TEXT,
    "section_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "ctime" TIMESTAMPTZ(3) NOT NULL,
    "author_id" UUID NOT NULL,
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "post_count" INTEGER NOT NULL,
    "announcement_count" INTEGER NOT NULL DEFAULT 0,
    "last_post_id" UUID NOT NULL,
    "last_post_at" TIMESTAMPTZ(3) NOT NULL,
    "last_post_author_id" UUID NOT NULL,
    "last_post_role" "Role",
    "last_other_post_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post" (
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "ctime" TIMESTAMPTZ(3) NOT NULL,
    "author_id" UUID NOT NULL,
    "author_role" "Role",
    "last_revision_id" UUID NOT NULL,
    "revision_count" INTEGER NOT NULL DEFAULT 1,
    "is_moderated" BOOLEAN NOT NULL DEFAULT false,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "post_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revision" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "author_kind" "ActorKind" NOT NULL DEFAULT 'User',
    "author_id" UUID NOT NULL,
    "author_role" "Role",
    "html" TEXT,
    "source" TEXT,
    "has_admin_block" BOOLEAN NOT NULL DEFAULT false,
    "moderation" TEXT,
    "comment" TEXT,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_grant" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "section_id" UUID,
    "granted_by_id" UUID NOT NULL,
    "start_time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "role_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "read_mark" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "read_mark_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "read_floor" (
    "user_id" UUID NOT NULL,
    "floor" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "read_floor_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "report" (
    "id" UUID NOT NULL,
    "ctime" TIMESTAMPTZ(3) NOT NULL,
    "reporter_id" UUID NOT NULL,
    "post_id" UUID,
    "thread_id" UUID NOT NULL,
    "section_id" UUID NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "body" TEXT,
    "status" "ReportStatus" NOT NULL DEFAULT 'Pending',
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" UUID,
    "resolution_note" TEXT,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sanction" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "section_id" UUID,
    "kind" "SanctionKind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_id" UUID NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "internal_note" TEXT NOT NULL,

    CONSTRAINT "sanction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moderation_entry" (
    "id" UUID NOT NULL,
    "ctime" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "section_id" UUID,
    "thread_id" UUID,
    "post_id" UUID,
    "target_user_id" UUID,
    "comment" TEXT,
    "data" JSONB NOT NULL,

    CONSTRAINT "moderation_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_user" (
    "id" UUID NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "known_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "seq" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "traceparent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "consumed_event" (
    "consumer" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "consumed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consumed_event_pkey" PRIMARY KEY ("consumer","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "section_key_key" ON "section"("key");

-- CreateIndex
CREATE INDEX "section_position_ctime_id_idx" ON "section"("position", "ctime", "id");

-- CreateIndex
CREATE INDEX "section_parent_id_idx" ON "section"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "thread_key_key" ON "thread"("key");

-- CreateIndex
CREATE INDEX "thread_section_id_is_deleted_is_pinned_last_post_at_id_idx" ON "thread"("section_id", "is_deleted", "is_pinned", "last_post_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "post_thread_id_position_key" ON "post"("thread_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "revision_post_id_position_key" ON "revision"("post_id", "position");

-- CreateIndex
CREATE INDEX "role_grant_section_id_start_time_idx" ON "role_grant"("section_id", "start_time");

-- CreateIndex
CREATE UNIQUE INDEX "role_grant_user_id_role_section_id_key" ON "role_grant"("user_id", "role", "section_id");

-- CreateIndex
CREATE INDEX "read_mark_thread_id_idx" ON "read_mark"("thread_id");

-- CreateIndex
CREATE INDEX "report_status_ctime_id_idx" ON "report"("status", "ctime", "id");

-- CreateIndex
CREATE INDEX "report_section_id_status_ctime_id_idx" ON "report"("section_id", "status", "ctime", "id");

-- CreateIndex
CREATE INDEX "report_reporter_id_ctime_id_idx" ON "report"("reporter_id", "ctime", "id");

-- CreateIndex
CREATE INDEX "report_thread_id_idx" ON "report"("thread_id");

-- CreateIndex
CREATE INDEX "report_post_id_idx" ON "report"("post_id");

-- CreateIndex
CREATE INDEX "sanction_user_id_created_at_id_idx" ON "sanction"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sanction_section_id_created_at_id_idx" ON "sanction"("section_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sanction_created_at_id_idx" ON "sanction"("created_at", "id");

-- CreateIndex
CREATE INDEX "moderation_entry_ctime_id_idx" ON "moderation_entry"("ctime", "id");

-- CreateIndex
CREATE INDEX "moderation_entry_section_id_ctime_id_idx" ON "moderation_entry"("section_id", "ctime", "id");

-- CreateIndex
CREATE INDEX "moderation_entry_actor_id_ctime_id_idx" ON "moderation_entry"("actor_id", "ctime", "id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_event_id_key" ON "outbox_event"("id");

-- CreateIndex
CREATE INDEX "consumed_event_consumed_at_idx" ON "consumed_event"("consumed_at");

-- AddForeignKey
ALTER TABLE "section" ADD CONSTRAINT "section_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread" ADD CONSTRAINT "thread_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post" ADD CONSTRAINT "post_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "read_mark" ADD CONSTRAINT "read_mark_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "post"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "thread"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sanction" ADD CONSTRAINT "sanction_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Nulls are distinct in the key above, so the global roles have one of their own.
CREATE UNIQUE INDEX "role_grant_global_key" ON "role_grant"("user_id", "role") WHERE "section_id" IS NULL;

ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_scope_check"
  CHECK (("role" = 'Moderator') = ("section_id" IS NOT NULL));

-- One unresolved report a member and target.
CREATE UNIQUE INDEX "report_pending_post_key" ON "report"("reporter_id", "post_id")
  WHERE "status" = 'Pending' AND "post_id" IS NOT NULL;
CREATE UNIQUE INDEX "report_pending_thread_key" ON "report"("reporter_id", "thread_id")
  WHERE "status" = 'Pending' AND "post_id" IS NULL;

ALTER TABLE "report" ADD CONSTRAINT "report_resolution_check"
  CHECK (("status" = 'Pending') = ("resolved_at" IS NULL));

ALTER TABLE "sanction" ADD CONSTRAINT "sanction_warning_check"
  CHECK ("kind" = 'Mute' OR "expires_at" IS NULL);
ALTER TABLE "sanction" ADD CONSTRAINT "sanction_lifted_check"
  CHECK (("deleted_at" IS NULL) = ("deleted_by_id" IS NULL));

ALTER TABLE "section" ADD CONSTRAINT "section_thread_count_check" CHECK ("thread_count" >= 0);
ALTER TABLE "section" ADD CONSTRAINT "section_category_check" CHECK ("child_count" = 0 OR "thread_count" = 0);
ALTER TABLE "section" ADD CONSTRAINT "section_child_count_check" CHECK ("child_count" >= 0);
ALTER TABLE "thread" ADD CONSTRAINT "thread_announcement_count_check" CHECK ("announcement_count" >= 0);
ALTER TABLE "revision" ADD CONSTRAINT "revision_body_check" CHECK (("html" IS NULL) = ("source" IS NULL));
