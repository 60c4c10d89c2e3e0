-- CreateTable
CREATE TABLE "mail_request" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "account_id" UUID,
    "email" TEXT NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "token_hash" BYTEA,
    "token_expires_at" TIMESTAMPTZ(3),
    "credential_version" INTEGER,

    CONSTRAINT "mail_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_linking" (
    "state_hash" BYTEA NOT NULL,
    "provider" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "session_id" UUID,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_linking_pkey" PRIMARY KEY ("state_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_request_token_hash_key" ON "mail_request"("token_hash");

-- CreateIndex
CREATE INDEX "mail_request_account_id_idx" ON "mail_request"("account_id");

-- CreateIndex
CREATE INDEX "mail_request_deadline_idx" ON "mail_request"("deadline");

-- CreateIndex
CREATE INDEX "provider_linking_account_id_idx" ON "provider_linking"("account_id");

-- CreateIndex
CREATE INDEX "provider_linking_expires_at_idx" ON "provider_linking"("expires_at");

-- AddForeignKey
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_linking" ADD CONSTRAINT "provider_linking_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits to be looked up; Prisma has no words for a partial index.
CREATE INDEX "mail_request_unclaimed_idx" ON "mail_request"("id") WHERE "account_id" IS NULL;

ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_kind_check" CHECK (
    "kind" = 'ResetPassword' OR ("kind" = 'VerifyEmail' AND "account_id" IS NOT NULL)
);
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_token_check" CHECK (
    num_nonnulls("token_hash", "token_expires_at", "credential_version") IN (0, 3)
);
ALTER TABLE "provider_linking" ADD CONSTRAINT "provider_linking_provider_check" CHECK (
    "provider" IN ('provider_a', 'provider_b')
);
