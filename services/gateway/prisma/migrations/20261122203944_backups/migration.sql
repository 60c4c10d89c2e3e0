-- CreateTable
CREATE TABLE "backup" (
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "place" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "backup_pkey" PRIMARY KEY ("made_at")
);
