-- AlterTable
ALTER TABLE "session" ADD COLUMN     "showed_factor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "authenticator" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "enabled_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "secret" BYTEA,
    "spent_steps" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "credential_id" BYTEA,
    "public_key" BYTEA,
    "sign_count" BIGINT,

    CONSTRAINT "authenticator_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "authenticator_kind_check" CHECK (
        num_nonnulls("credential_id", "public_key", "sign_count") = CASE "kind" WHEN 'Passkey' THEN 3 ELSE 0 END
        AND ("secret" IS NOT NULL) = ("kind" = 'Totp')
        AND ("enabled_at" IS NOT NULL OR "kind" = 'Totp')
        AND "kind" IN ('Totp', 'Passkey', 'RecoveryCodes')
    )
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "digest" BYTEA NOT NULL,
    "authenticator_id" UUID NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "spent_challenge" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_challenge_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "authenticator_credential_id_key" ON "authenticator"("credential_id");

-- CreateIndex
CREATE INDEX "spent_challenge_expires_at_idx" ON "spent_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "authenticator_account_id_idx" ON "authenticator"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "authenticator_recovery_codes_key" ON "authenticator"("account_id") WHERE "kind" = 'RecoveryCodes';

-- CreateIndex
CREATE INDEX "recovery_code_authenticator_id_idx" ON "recovery_code"("authenticator_id");

-- AddForeignKey
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_authenticator_id_fkey" FOREIGN KEY ("authenticator_id") REFERENCES "authenticator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
