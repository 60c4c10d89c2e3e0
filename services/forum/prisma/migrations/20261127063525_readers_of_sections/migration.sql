-- AlterTable
ALTER TABLE "section" ADD COLUMN     "readers" "Audience" NOT NULL DEFAULT 'Everyone';

-- CreateTable
CREATE TABLE "section_reader_group" (
    "section_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "section_reader_group_pkey" PRIMARY KEY ("section_id","group_id")
);

-- CreateIndex
CREATE INDEX "section_reader_group_group_id_idx" ON "section_reader_group"("group_id");

-- AddForeignKey
ALTER TABLE "section_reader_group" ADD CONSTRAINT "section_reader_group_section_id_fkey" FOREIGN KEY ("section_id") REFERENCES "section"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "section_reader_group" ADD CONSTRAINT "section_reader_group_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "member_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
