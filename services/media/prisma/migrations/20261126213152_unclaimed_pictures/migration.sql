-- The version before only compares it: a picture without it is none that it deletes.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "media" ALTER COLUMN "unclaimed_since" DROP NOT NULL;

-- CreateTable
CREATE TABLE "attempt" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "walk" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "after" TEXT,

    CONSTRAINT "walk_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "attempt_owner_id_created_at_idx" ON "attempt"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "attempt_created_at_idx" ON "attempt"("created_at");
