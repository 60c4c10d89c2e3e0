-- AlterTable
ALTER TABLE "reaction_tally" ADD COLUMN     "imported" INTEGER NOT NULL DEFAULT 0;
