-- AlterTable
ALTER TABLE "known_user" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_name" (
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "former_name_pkey" PRIMARY KEY ("user_id","name")
);

-- The few accounts that are no more, in the order in which they are told.
CREATE INDEX "known_user_erased_idx" ON "known_user"("id") WHERE "erased_at" IS NOT NULL;
