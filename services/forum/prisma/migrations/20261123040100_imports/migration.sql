-- CreateEnum
CREATE TYPE "ImportedKind" AS ENUM ('user', 'section', 'thread', 'post');

-- CreateTable
CREATE TABLE "imported" (
    "source" TEXT NOT NULL,
    "kind" "ImportedKind" NOT NULL,
    "old_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "was_here" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "imported_pkey" PRIMARY KEY ("source","kind","old_id")
);

-- CreateTable
CREATE TABLE "imported_thread" (
    "id" UUID NOT NULL,
    "key" TEXT,
    "section_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "ctime" TIMESTAMPTZ(3) NOT NULL,
    "author_id" UUID NOT NULL,
    "is_pinned" BOOLEAN NOT NULL,
    "is_locked" BOOLEAN NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,

    CONSTRAINT "imported_thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "imported_link" (
    "revision_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" "ImportedKind" NOT NULL,
    "old_id" TEXT NOT NULL,

    CONSTRAINT "imported_link_pkey" PRIMARY KEY ("revision_id","address")
);

-- CreateTable
CREATE TABLE "import_progress" (
    "file" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "lines" BIGINT NOT NULL,
    "taken" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "reported" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_progress_pkey" PRIMARY KEY ("file")
);

-- Two members of one forum are two here. Prisma has no words for this.
CREATE UNIQUE INDEX "imported_user_key" ON "imported"("source", "id") WHERE "kind" = 'user';
