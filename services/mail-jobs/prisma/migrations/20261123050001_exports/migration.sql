-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'ExportReady';

-- CreateTable
CREATE TABLE "member_export" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "attempt" INTEGER,
    "files" INTEGER[],

    CONSTRAINT "member_export_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_export_piece" (
    "export_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "file" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "member_export_piece_pkey" PRIMARY KEY ("export_id","attempt","file","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_export_task_id_key" ON "member_export"("task_id");

-- CreateIndex
CREATE INDEX "member_export_user_id_idx" ON "member_export"("user_id");

-- AddForeignKey
ALTER TABLE "member_export_piece" ADD CONSTRAINT "member_export_piece_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "member_export"("id") ON DELETE CASCADE ON UPDATE CASCADE;
