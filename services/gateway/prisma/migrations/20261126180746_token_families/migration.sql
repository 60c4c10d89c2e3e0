-- AlterTable
ALTER TABLE "oauth_token" ADD COLUMN     "family" UUID;
