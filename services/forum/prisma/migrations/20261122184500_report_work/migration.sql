-- AlterTable
ALTER TABLE "report" ADD COLUMN "target_author_id" UUID;

-- CreateTable
CREATE TABLE "report_assignment" (
    "report_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "assignee_id" UUID,
    "assigned_by_id" UUID NOT NULL,

    CONSTRAINT "report_assignment_pkey" PRIMARY KEY ("report_id","position")
);

-- CreateTable
CREATE TABLE "report_note" (
    "id" UUID NOT NULL,
    "report_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "author_id" UUID NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "report_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "report_note_report_id_position_key" ON "report_note"("report_id", "position");

-- AddForeignKey
ALTER TABLE "report_assignment" ADD CONSTRAINT "report_assignment_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_note" ADD CONSTRAINT "report_note_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
