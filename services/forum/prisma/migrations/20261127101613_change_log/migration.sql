-- CreateEnum
CREATE TYPE "ChangeKind" AS ENUM ('ThreadOpened', 'ThreadRenamed', 'ThreadMarked', 'ThreadMoved', 'ThreadDeleted', 'ThreadRestored', 'ThreadImported', 'PostWritten', 'PostEdited', 'PostRewritten');

-- CreateTable
CREATE TABLE "new_change" (
    "id" BIGSERIAL NOT NULL,
    "kind" "ChangeKind" NOT NULL,
    "section_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "post_id" UUID,
    "position" INTEGER,
    "actor_id" UUID,
    "pictures" BOOLEAN NOT NULL DEFAULT false,
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "new_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change" (
    "number" BIGSERIAL NOT NULL,
    "kind" "ChangeKind" NOT NULL,
    "section_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "post_id" UUID,
    "position" INTEGER,
    "actor_id" UUID,
    "pictures" BOOLEAN NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "change_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "follower" (
    "name" TEXT NOT NULL,
    "place" BIGINT NOT NULL,

    CONSTRAINT "follower_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "postponed_change" (
    "follower" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "postponed_change_pkey" PRIMARY KEY ("follower","number")
);

-- CreateIndex
CREATE INDEX "postponed_change_number_idx" ON "postponed_change"("number");

-- AddForeignKey
ALTER TABLE "postponed_change" ADD CONSTRAINT "postponed_change_number_fkey" FOREIGN KEY ("number") REFERENCES "change"("number") ON DELETE CASCADE ON UPDATE CASCADE;
