-- CreateTable
CREATE TABLE "upload" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "is_kept" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "is_animated" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unclaimed_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "avatar" (
    "user_id" UUID NOT NULL,
    "media_id" UUID NOT NULL,

    CONSTRAINT "avatar_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "place" (
    "key" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "place_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "claim" (
    "place" TEXT NOT NULL,
    "media_id" UUID NOT NULL,

    CONSTRAINT "claim_pkey" PRIMARY KEY ("place","media_id")
);

-- CreateTable
CREATE TABLE "known_user" (
    "id" UUID NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sequence" BIGINT NOT NULL DEFAULT 0,
    "erased_at" TIMESTAMPTZ(3),

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
CREATE INDEX "upload_owner_id_created_at_idx" ON "upload"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "upload_created_at_idx" ON "upload"("created_at");

-- CreateIndex
CREATE INDEX "media_owner_id_id_idx" ON "media"("owner_id", "id");

-- CreateIndex
CREATE INDEX "media_unclaimed_since_idx" ON "media"("unclaimed_since");

-- Few at any time.
CREATE INDEX "media_gone_at_idx" ON "media"("gone_at") WHERE "gone_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "avatar_media_id_idx" ON "avatar"("media_id");

-- CreateIndex
CREATE INDEX "place_changed_at_idx" ON "place"("changed_at");

-- CreateIndex
CREATE INDEX "claim_media_id_idx" ON "claim"("media_id");

-- CreateIndex
CREATE INDEX "consumed_event_consumed_at_idx" ON "consumed_event"("consumed_at");

-- AddForeignKey
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_place_fkey" FOREIGN KEY ("place") REFERENCES "place"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
