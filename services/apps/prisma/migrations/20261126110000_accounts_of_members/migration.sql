-- CreateTable
CREATE TABLE "app_account" (
    "app_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "account_id" TEXT NOT NULL,
    "display_name" TEXT,
    "visibility" TEXT NOT NULL DEFAULT 'Public',
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_account_pkey" PRIMARY KEY ("app_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_account_app_id_account_id_key" ON "app_account"("app_id", "account_id");

-- CreateIndex
CREATE INDEX "app_account_user_id_linked_at_idx" ON "app_account"("user_id", "linked_at");

-- AddForeignKey
ALTER TABLE "app_account" ADD CONSTRAINT "app_account_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "app_account" ADD CONSTRAINT "app_account_visibility_check" CHECK ("visibility" IN ('Public', 'Private'));
