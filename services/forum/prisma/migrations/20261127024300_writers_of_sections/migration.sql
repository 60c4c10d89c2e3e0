-- CreateEnum
CREATE TYPE "Audience" AS ENUM ('Everyone', 'Members', 'Groups', 'Moderators');

-- AlterTable
ALTER TABLE "section" ADD COLUMN     "writers" "Audience" NOT NULL DEFAULT 'Everyone';

-- CreateTable
CREATE TABLE "section_writer_group" (
    "section_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "section_writer_group_pkey" PRIMARY KEY ("section_id","group_id")
);

-- CreateIndex
CREATE INDEX "section_writer_group_group_id_idx" ON "section_writer_group"("group_id");

-- AddForeignKey
ALTER TABLE "section_writer_group" ADD CONSTRAINT "section_writer_group_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "section_writer_group" ADD CONSTRAINT "section_writer_group_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "member_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
