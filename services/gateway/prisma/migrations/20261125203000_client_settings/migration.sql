-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN "other_callback_uris" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "pkce" TEXT NOT NULL DEFAULT 'required';
