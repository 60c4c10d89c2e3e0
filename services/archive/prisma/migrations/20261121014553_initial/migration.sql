-- CreateTable
CREATE TABLE "record" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL,
    "latest" JSON NOT NULL,

    CONSTRAINT "record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observation" (
    "record_id" BIGINT NOT NULL,
    "retrieved_at" TIMESTAMPTZ(3) NOT NULL,
    "fields" INTEGER NOT NULL,

    CONSTRAINT "observation_pkey" PRIMARY KEY ("record_id","retrieved_at")
);

-- CreateTable
CREATE TABLE "change" (
    "record_id" BIGINT NOT NULL,
    "field" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "value" JSON,

    CONSTRAINT "change_pkey" PRIMARY KEY ("record_id","field","start")
);

-- CreateTable
CREATE TABLE "import_progress" (
    "source" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "lines" BIGINT NOT NULL,
    "stored" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "rejects_bytes" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_progress_pkey" PRIMARY KEY ("source")
);

-- CreateTable
CREATE TABLE "game_link" (
    "game" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "linked_by" UUID NOT NULL,
    "unlinked_at" TIMESTAMPTZ(3),
    "unlinked_by" UUID,

    CONSTRAINT "game_link_pkey" PRIMARY KEY ("game","server","subject","linked_at","user_id")
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
CREATE UNIQUE INDEX "record_type_scope_subject_key" ON "record"("type", "scope", "subject");

-- CreateIndex
CREATE INDEX "consumed_event_consumed_at_idx" ON "consumed_event"("consumed_at");

-- Prisma's schema language has no words for what follows.

-- An observation of a known record rewrites its row: room on the page keeps the new version beside the old one.
ALTER TABLE "record" SET (fillfactor = 80);

ALTER TABLE "record"
  ADD CONSTRAINT "record_type_check" CHECK (
    "type" IN ('GameAUser', 'GameACreature', 'GameBUser', 'GameCUser', 'GameCScores', 'GameCRewards')
  ),
  ADD CONSTRAINT "record_subject_check" CHECK ("subject" ~ '^[0-9]{1,20}$'),
  ADD CONSTRAINT "record_times_check" CHECK ("archived_at" <= "retrieved_at");

ALTER TABLE "game_link"
  ADD CONSTRAINT "game_link_unlink_check" CHECK (("unlinked_at" IS NULL) = ("unlinked_by" IS NULL));
