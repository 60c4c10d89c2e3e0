-- CreateTable
CREATE TABLE "site_text" (
    "key" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_text_pkey" PRIMARY KEY ("key","locale")
);
