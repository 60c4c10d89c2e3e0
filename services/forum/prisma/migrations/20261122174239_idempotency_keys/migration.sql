-- CreateTable
CREATE TABLE "idempotency_key" (
    "id" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "creation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key" USING BRIN ("created_at");
