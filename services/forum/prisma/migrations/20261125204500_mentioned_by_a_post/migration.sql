-- AlterTable
ALTER TABLE "post" ADD COLUMN     "mentioned" UUID[];
