-- CreateTable
CREATE TABLE "search_document" (
    "number" BIGSERIAL NOT NULL,
    "subject_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_document_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "search_due" (
    "id" BIGSERIAL NOT NULL,
    "subject_id" UUID NOT NULL,

    CONSTRAINT "search_due_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_due_thread" (
    "thread_id" UUID NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "turn" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "search_due_thread_pkey" PRIMARY KEY ("thread_id")
);

-- CreateTable
CREATE TABLE "search_rebuild" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "after" UUID,

    CONSTRAINT "search_rebuild_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "search_document_subject_id_key" ON "search_document"("subject_id");

-- CreateIndex
CREATE INDEX "search_document_words_idx" ON "search_document" USING GIN ("words");

-- Written by the one that indexes, in its own time: what is written in bulk later would be read through by every search.
ALTER INDEX "search_document_words_idx" SET (fastupdate = off);

-- What is there already.
INSERT INTO "search_rebuild" ("id") SELECT 1 WHERE EXISTS (SELECT FROM "thread");
