-- CreateTable
CREATE TABLE "cleanup" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "since" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL,
    "place" UUID NOT NULL,
    "thread_place" UUID NOT NULL,
    "threads" INTEGER NOT NULL DEFAULT 0,
    "posts" INTEGER NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),
    "undone_by_id" UUID,
    "as_administrator" BOOLEAN NOT NULL,
    "traceparent" TEXT NOT NULL,

    CONSTRAINT "cleanup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cleanup_item" (
    "cleanup_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "thread_id" UUID,
    "post_id" UUID,
    "revision_id" UUID,
    "was_moderated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "cleanup_item_pkey" PRIMARY KEY ("cleanup_id","position")
);

-- CreateIndex
CREATE INDEX "cleanup_user_id_created_at_idx" ON "cleanup"("user_id", "created_at");

-- AddForeignKey
ALTER TABLE "cleanup_item" ADD CONSTRAINT "cleanup_item_cleanup_id_fkey" FOREIGN KEY ("cleanup_id") REFERENCES "cleanup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those under way.
CREATE INDEX "cleanup_due_idx" ON "cleanup"("created_at") WHERE "done_at" IS NULL;
