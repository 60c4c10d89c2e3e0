-- AlterTable
ALTER TABLE "oauth_client" ALTER COLUMN "secret_hash" DROP NOT NULL;
