-- CreateTable
CREATE TABLE "identity" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "database" UUID NOT NULL,
    "made_in" TEXT NOT NULL,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("id")
);
