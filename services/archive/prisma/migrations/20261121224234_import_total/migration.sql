-- CreateTable
CREATE TABLE "import_total" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "stored" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,

    CONSTRAINT "import_total_pkey" PRIMARY KEY ("id")
);
