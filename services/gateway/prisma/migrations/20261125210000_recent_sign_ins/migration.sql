-- AlterTable
-- No session that is open now counts as recent.
ALTER TABLE "session" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "session" ALTER COLUMN "confirmed_at" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
-- Null for what the previous version writes meanwhile.
ALTER TABLE "oauth_interaction" ADD COLUMN     "account_id" UUID;

-- CreateIndex
-- The table holds the requests of an hour.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "oauth_interaction_account_id_idx" ON "oauth_interaction"("account_id");

-- AddForeignKey
-- Every row is null.
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE "oauth_interaction" ADD CONSTRAINT "oauth_interaction_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A verification is tied to the credentials of its request, before it has a token. The table holds the mails of a day.
ALTER TABLE "mail_request" DROP CONSTRAINT "mail_request_token_check";
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_token_check" CHECK (
    num_nonnulls("token_hash", "token_expires_at") IN (0, 2)
    AND ("token_hash" IS NULL OR "credential_version" IS NOT NULL)
);
ALTER TABLE "mail_request" DROP CONSTRAINT "mail_request_kind_check";
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_kind_check" CHECK (
    "kind" = 'ResetPassword' OR ("kind" = 'VerifyEmail' AND "account_id" IS NOT NULL)
    OR ("kind" IN ('AccountChanged', 'GrantReused', 'NewSignIn') AND "account_id" IS NOT NULL AND "details" IS NOT NULL)
);
