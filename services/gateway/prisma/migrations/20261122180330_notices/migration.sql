-- AlterTable
ALTER TABLE "mail_request" ADD COLUMN     "details" JSONB;

-- CreateTable
CREATE TABLE "sign_in_place" (
    "digest" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_place_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "sign_in_place_account_id_idx" ON "sign_in_place"("account_id");

-- CreateIndex
CREATE INDEX "sign_in_place_seen_at_idx" ON "sign_in_place"("seen_at");

-- AddForeignKey
ALTER TABLE "sign_in_place" ADD CONSTRAINT "sign_in_place_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mail_request" DROP CONSTRAINT "mail_request_kind_check";
ALTER TABLE "mail_request" ADD CONSTRAINT "mail_request_kind_check" CHECK (
    "kind" = 'ResetPassword' OR ("kind" = 'VerifyEmail' AND "account_id" IS NOT NULL)
    OR ("kind" IN ('GrantReused', 'NewSignIn') AND "account_id" IS NOT NULL AND "details" IS NOT NULL)
);
