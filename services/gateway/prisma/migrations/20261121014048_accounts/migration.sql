-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "password_hash" TEXT,
    "credential_version" INTEGER NOT NULL DEFAULT 1,
    "administrator_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ban" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_by" UUID,
    "is_current" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "ban_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "app_uri" TEXT NOT NULL,
    "callback_uri" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "credential_version" INTEGER NOT NULL DEFAULT 1,
    "allowed_scopes" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_link" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "visibility" TEXT NOT NULL DEFAULT 'Private',
    "rank" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_link" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "game" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "game_user_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "linked_by" UUID NOT NULL,
    "unlinked_at" TIMESTAMPTZ(3),
    "unlinked_by" UUID,

    CONSTRAINT "game_link_pkey" PRIMARY KEY ("id")
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

-- CreateIndex
CREATE UNIQUE INDEX "account_username_key" ON "account"("username");

-- CreateIndex
CREATE UNIQUE INDEX "account_administrator_name_key" ON "account"("administrator_name");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "ban_account_id_idx" ON "ban"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_client_key_key" ON "oauth_client"("key");

-- CreateIndex
CREATE INDEX "user_link_account_id_idx" ON "user_link"("account_id");

-- CreateIndex
CREATE INDEX "game_link_account_id_idx" ON "game_link"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_event_id_key" ON "outbox_event"("id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ban" ADD CONSTRAINT "ban_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_link" ADD CONSTRAINT "user_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_link" ADD CONSTRAINT "game_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What holds now, and may hold only once. Prisma has no words for these.
CREATE UNIQUE INDEX "ban_current_key" ON "ban"("account_id") WHERE "is_current";
CREATE UNIQUE INDEX "user_link_current_key" ON "user_link"("type", "external_id") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "game_link_account_current_key" ON "game_link"("account_id", "game", "server") WHERE "unlinked_at" IS NULL;
CREATE UNIQUE INDEX "game_link_target_current_key" ON "game_link"("game", "server", "game_user_id") WHERE "unlinked_at" IS NULL;

ALTER TABLE "user_link" ADD CONSTRAINT "user_link_type_check" CHECK ("type" IN ('Email', 'ProviderA', 'ProviderB'));
ALTER TABLE "user_link" ADD CONSTRAINT "user_link_visibility_check" CHECK ("visibility" IN ('Private', 'Friend', 'Public'));
ALTER TABLE "game_link" ADD CONSTRAINT "game_link_game_check" CHECK ("game" IN ('game_a', 'game_b', 'game_c'));
ALTER TABLE "game_link" ADD CONSTRAINT "game_link_unlinked_check" CHECK (("unlinked_at" IS NULL) = ("unlinked_by" IS NULL));
ALTER TABLE "ban" ADD CONSTRAINT "ban_lifted_check" CHECK (("lifted_at" IS NULL) = ("lifted_by" IS NULL));
