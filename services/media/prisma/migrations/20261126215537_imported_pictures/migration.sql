-- CreateTable
CREATE TABLE "imported_media" (
    "owner_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "media_id" UUID NOT NULL,

    CONSTRAINT "imported_media_pkey" PRIMARY KEY ("owner_id","digest")
);

-- CreateIndex
CREATE INDEX "imported_media_media_id_idx" ON "imported_media"("media_id");

-- AddForeignKey
ALTER TABLE "imported_media" ADD CONSTRAINT "imported_media_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
