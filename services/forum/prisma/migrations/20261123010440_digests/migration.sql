-- AlterTable
ALTER TABLE "notification_setting" ADD COLUMN     "digest_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "digest_from" TIMESTAMPTZ(3),
ADD COLUMN     "locale" TEXT;

-- CreateTable
CREATE TABLE "digest" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "token_hash" BYTEA,

    CONSTRAINT "digest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "digest_token_hash_key" ON "digest"("token_hash");

-- CreateIndex
CREATE INDEX "digest_created_at_idx" ON "digest"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "digest_user_id_since_key" ON "digest"("user_id", "since");

-- Whose digest is due next; nobody else's row is looked at.
CREATE INDEX "notification_setting_digest_due_idx" ON "notification_setting"("digest_due_at") WHERE "digest_due_at" IS NOT NULL;

-- Who asked for digests before any were sent gets the first one after a period.
UPDATE "notification_setting" SET
    "digest_from" = now(),
    "digest_due_at" = now() + CASE "email" WHEN 'Daily' THEN interval '24 hours' ELSE interval '168 hours' END
WHERE "email" <> 'Never';
