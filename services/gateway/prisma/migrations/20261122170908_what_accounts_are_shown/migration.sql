-- AlterTable
ALTER TABLE "oauth_grant" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "user_agent" TEXT;

-- CreateIndex
CREATE INDEX "ban_created_at_id_idx" ON "ban"("created_at" DESC, "id" DESC);

-- A name as it is searched for: without case, accents and the like. Prisma has no words for this, nor for the indexes.
CREATE FUNCTION "folded"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  regexp_replace(lower(normalize("name", NFKD) COLLATE "und-x-icu"), '[\u0300-\u036f]', '', 'g'),
  'øłđħŧıς', 'oldhtiσ'
);
CREATE INDEX "account_folded_username_idx" ON "account"("folded"("username") COLLATE "C");
CREATE INDEX "account_folded_display_name_idx" ON "account"("folded"("display_name") COLLATE "C");
