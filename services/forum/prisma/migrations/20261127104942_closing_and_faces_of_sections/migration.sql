-- AlterTable
ALTER TABLE "section" ADD COLUMN     "colour" TEXT,
ADD COLUMN     "description" TEXT,
ADD COLUMN     "is_archived" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "removed_section" (
    "key" TEXT NOT NULL,
    "configured" JSONB NOT NULL,

    CONSTRAINT "removed_section_pkey" PRIMARY KEY ("key")
);
