-- CreateTable
CREATE TABLE "app" (
    "id" UUID NOT NULL,
    "key" TEXT,
    "kind" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "main_locale" TEXT NOT NULL,
    "display_name_i18n" JSONB NOT NULL DEFAULT '{}',
    "sections" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_owner" (
    "app_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rank" INTEGER NOT NULL,

    CONSTRAINT "app_owner_pkey" PRIMARY KEY ("app_id","user_id")
);

-- CreateTable
CREATE TABLE "channel" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "main_locale" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "description_i18n" JSONB NOT NULL DEFAULT '{}',
    "base_uri" TEXT NOT NULL,
    "home_uri" TEXT NOT NULL,
    "user_uri" TEXT,
    "rating" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "is_official" BOOLEAN NOT NULL,
    "event_stream_callback_uri" TEXT,
    "cover_image" TEXT,
    "cover_color" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_secret" (
    "channel_id" UUID NOT NULL,
    "current" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "previous" BYTEA,
    "previous_until" TIMESTAMPTZ(3),

    CONSTRAINT "channel_secret_pkey" PRIMARY KEY ("channel_id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "channel_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_section" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "known_section_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consumed_event" (
    "consumer" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "consumed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consumed_event_pkey" PRIMARY KEY ("consumer","id")
);

-- CreateTable
CREATE TABLE "known_user" (
    "id" UUID NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "known_user_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_key_key" ON "app"("key");

-- CreateIndex
CREATE INDEX "app_created_at_id_idx" ON "app"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_app_id_key_key" ON "channel"("app_id", "key");

-- CreateIndex
CREATE INDEX "delivery_pending_idx" ON "delivery"("channel_id", "due_at") WHERE "status" = 'Pending';

-- CreateIndex
CREATE INDEX "delivery_settled_idx" ON "delivery"("settled_at", "id") WHERE "status" <> 'Pending';

-- CreateIndex
CREATE UNIQUE INDEX "delivery_event_id_channel_id_key" ON "delivery"("event_id", "channel_id");

-- CreateIndex
CREATE INDEX "consumed_event_consumed_at_idx" ON "consumed_event"("consumed_at");

-- AddForeignKey
ALTER TABLE "app_owner" ADD CONSTRAINT "app_owner_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_secret" ADD CONSTRAINT "channel_secret_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the edit route and the configuration may write is what the columns can hold.
ALTER TABLE "app" ADD CONSTRAINT "app_kind_check" CHECK ("kind" IN ('Platform', 'Game', 'Other'));
ALTER TABLE "app" ADD CONSTRAINT "app_key_check" CHECK ("key" ~ '^[a-z][a-z_0-9]{0,99}$');
ALTER TABLE "channel" ADD CONSTRAINT "channel_rating_check" CHECK ("rating" IN ('General', 'Teen', 'Adult'));
ALTER TABLE "channel" ADD CONSTRAINT "channel_status_check" CHECK ("status" IN ('Stable', 'Beta', 'Alpha', 'Dev'));
ALTER TABLE "channel" ADD CONSTRAINT "channel_visibility_check" CHECK ("visibility" IN ('Public', 'Private'));
ALTER TABLE "channel" ADD CONSTRAINT "channel_cover_image_check" CHECK ("cover_image" ~ '^box_[a-z0-9_]+$');
ALTER TABLE "channel" ADD CONSTRAINT "channel_cover_color_check" CHECK ("cover_color" ~ '^#[0-9a-f]{6}$');
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_status_check"
  CHECK ("status" IN ('Pending', 'Delivered', 'Dead', 'Cancelled') AND ("status" = 'Pending') = ("settled_at" IS NULL));
