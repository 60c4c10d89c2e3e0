-- CreateTable
CREATE TABLE "oauth_device" (
    "code_hash" BYTEA NOT NULL,
    "user_code_hash" BYTEA NOT NULL,
    "client_id" UUID NOT NULL,
    "grant_id" UUID,
    "payload" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "interval_seconds" INTEGER NOT NULL DEFAULT 5,
    "decided_at" TIMESTAMPTZ(3),
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_device_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_device_user_code_hash_key" ON "oauth_device"("user_code_hash");

-- CreateIndex
CREATE INDEX "oauth_device_client_id_idx" ON "oauth_device"("client_id");

-- CreateIndex
CREATE INDEX "oauth_device_grant_id_idx" ON "oauth_device"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_device_expires_at_idx" ON "oauth_device"("expires_at");

-- AddForeignKey
ALTER TABLE "oauth_device" ADD CONSTRAINT "oauth_device_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_device" ADD CONSTRAINT "oauth_device_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
