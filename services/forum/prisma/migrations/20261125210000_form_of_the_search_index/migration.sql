-- CreateTable
CREATE TABLE "search_form" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "form" INTEGER NOT NULL,

    CONSTRAINT "search_form_pkey" PRIMARY KEY ("id")
);
