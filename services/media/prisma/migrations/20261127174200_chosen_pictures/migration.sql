-- AlterTable: of those that are there it is not known, so they count as chosen.
ALTER TABLE "media" ADD COLUMN     "chosen_at" TIMESTAMPTZ(3) DEFAULT now();
ALTER TABLE "media" ALTER COLUMN "chosen_at" DROP DEFAULT;
