-- AlterTable
ALTER TABLE "account" ADD COLUMN     "guesses_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN     "secret_digest" TEXT;

-- Every kind but these two is a notice. The table holds the mails of a day.
ALTER TABLE "mail_request" DROP CONSTRAINT "mail_request_kind_check";
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_kind_check" CHECK (
    "kind" = 'ResetPassword' OR ("account_id" IS NOT NULL AND ("kind" = 'VerifyEmail' OR "details" IS NOT NULL))
);
