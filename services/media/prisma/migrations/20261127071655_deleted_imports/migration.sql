-- The version before takes a row without a picture for none.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "imported_media" ALTER COLUMN "media_id" DROP NOT NULL;

-- DropForeignKey
ALTER TABLE "imported_media" DROP CONSTRAINT "imported_media_media_id_fkey";

-- AddForeignKey: what is there was held to the one before.
ALTER TABLE "imported_media" ADD CONSTRAINT "imported_media_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
