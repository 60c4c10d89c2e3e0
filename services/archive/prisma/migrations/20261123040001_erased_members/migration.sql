-- AlterTable
ALTER TABLE "known_user" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- The few accounts that are no more, in the order in which they are told.
CREATE INDEX "known_user_erased_idx" ON "known_user"("id") WHERE "erased_at" IS NOT NULL;
