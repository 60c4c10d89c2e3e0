-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('Available', 'Blocked', 'Complete');

-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('Markup', 'VerifyEmail', 'ResetPassword');

-- CreateEnum
CREATE TYPE "mail_outcome" AS ENUM ('Sent', 'Refused', 'Abandoned', 'Dropped', 'Uncertain');

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "kind_version" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "status" "task_status" NOT NULL DEFAULT 'Available',
    "state" JSONB NOT NULL,
    "output" JSONB,
    "polled_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_id" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbound_email" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID NOT NULL,
    "idempotency_key" UUID,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT,
    "kind" "mail_kind" NOT NULL,
    "version" INTEGER NOT NULL,
    "data" JSONB NOT NULL,
    "charged" BOOLEAN NOT NULL DEFAULT false,
    "handed_at" TIMESTAMPTZ(3),
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "outcome" "mail_outcome",
    "submitted_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "text_size" INTEGER,
    "text_sha2" TEXT,
    "text_sha3" TEXT,
    "html_size" INTEGER,
    "html_sha2" TEXT,
    "html_sha3" TEXT,

    CONSTRAINT "outbound_email_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "key" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "refilled_at" TIMESTAMPTZ(3) NOT NULL,
    "full_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("key")
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
CREATE TABLE "consumed_event" (
    "consumer" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "consumed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consumed_event_pkey" PRIMARY KEY ("consumer","id")
);

-- CreateIndex
CREATE INDEX "job_created_at_id_idx" ON "job"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "task_job_id_key" ON "task"("job_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbound_email_task_id_key" ON "outbound_email"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbound_email_idempotency_key_key" ON "outbound_email"("idempotency_key");

-- CreateIndex
CREATE INDEX "outbound_email_submitted_at_id_idx" ON "outbound_email"("submitted_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "rate_bucket_full_at_idx" ON "rate_bucket"("full_at");

-- CreateIndex
CREATE INDEX "consumed_event_consumed_at_idx" ON "consumed_event"("consumed_at");

-- AddForeignKey
ALTER TABLE "task" ADD CONSTRAINT "task_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbound_email" ADD CONSTRAINT "outbound_email_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the workers look for: only what is not done.
CREATE INDEX "task_due_idx" ON "task"("due_at") WHERE "status" <> 'Complete';

ALTER TABLE "task"
  ADD CONSTRAINT "task_kind_form" CHECK ("kind" ~ '^[A-Z][A-Za-z0-9]{0,31}$'),
  ADD CONSTRAINT "task_output_when_complete" CHECK (("status" = 'Complete') = ("output" IS NOT NULL)),
  ADD CONSTRAINT "task_lease_whole" CHECK (("lease_id" IS NULL) = ("lease_expires_at" IS NULL)),
  ADD CONSTRAINT "task_lease_ends" CHECK ("status" = 'Available' OR "lease_id" IS NULL);

ALTER TABLE "outbound_email"
  ADD CONSTRAINT "outbound_email_sent_whole" CHECK (
    "outcome" IS DISTINCT FROM 'Sent'
    OR num_nulls("submitted_at", "recipient", "text_size", "text_sha2", "text_sha3", "html_size", "html_sha2", "html_sha3") = 0
  ),
  ADD CONSTRAINT "outbound_email_unanswered_bound" CHECK ("unanswered" BETWEEN 0 AND 2);

-- What a token bucket holds now: `rate` tokens a second since it was last looked at, never more than `burst`.
CREATE FUNCTION "refilled"("tokens" double precision, "since" timestamptz, "burst" double precision, "rate" double precision)
RETURNS double precision LANGUAGE sql VOLATILE AS $$
  SELECT least("burst", "tokens" + "rate" * greatest(0, extract(epoch FROM clock_timestamp() - "since")::double precision))
$$;
