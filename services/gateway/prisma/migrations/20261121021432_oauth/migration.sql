-- CreateTable
CREATE TABLE "oauth_grant" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "client_id" UUID NOT NULL,
    "credential_version" INTEGER NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_token" (
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "grant_id" UUID,
    "client_id" UUID NOT NULL,
    "scopes" TEXT[],
    "payload" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "oauth_interaction" (
    "id_hash" BYTEA NOT NULL,
    "payload" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_interaction_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "oauth_grant_account_id_idx" ON "oauth_grant"("account_id");

-- CreateIndex
CREATE INDEX "oauth_grant_client_id_idx" ON "oauth_grant"("client_id");

-- CreateIndex
CREATE INDEX "oauth_grant_expires_at_idx" ON "oauth_grant"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_token_grant_id_idx" ON "oauth_token"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_token_client_id_idx" ON "oauth_token"("client_id");

-- CreateIndex
CREATE INDEX "oauth_token_expires_at_idx" ON "oauth_token"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_interaction_expires_at_idx" ON "oauth_interaction"("expires_at");

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every token is a member's, by a grant, or the client's own.
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_kind_check" CHECK (
    ("kind" = 'ClientCredentials' AND "grant_id" IS NULL)
    OR ("kind" IN ('AuthorizationCode', 'AccessToken', 'RefreshToken') AND "grant_id" IS NOT NULL)
);
