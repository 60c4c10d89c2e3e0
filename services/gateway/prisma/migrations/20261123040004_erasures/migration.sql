-- DropForeignKey
ALTER TABLE "ban" DROP CONSTRAINT "ban_account_id_fkey";

-- CreateTable
CREATE TABLE "erasure" (
    "user_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "emails" BYTEA[],

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "erasure_part" (
    "user_id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_part_pkey" PRIMARY KEY ("user_id","service")
);

-- CreateTable
CREATE TABLE "held_username" (
    "digest" BYTEA NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_username_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "held_username_until_idx" ON "held_username"("until");

-- AddForeignKey
ALTER TABLE "erasure_part" ADD CONSTRAINT "erasure_part_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "erasure"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a service is still to do.
CREATE INDEX "erasure_part_due_idx" ON "erasure_part"("service", "user_id") WHERE "done_at" IS NULL;
