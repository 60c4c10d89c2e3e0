-- CreateTable
CREATE TABLE "redeemed_challenge" (
    "id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "redeemed_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spent_token" (
    "id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "redeemed_challenge_expires_at_idx" ON "redeemed_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "spent_token_expires_at_idx" ON "spent_token"("expires_at");
