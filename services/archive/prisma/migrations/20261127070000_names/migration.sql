-- AlterTable
ALTER TABLE "record" ADD COLUMN     "name" TEXT;

-- Where a name stands in a list, and as what it is searched for: without case, accents and the like, as the names of
-- members are compared. Its first 64 characters, since a name may become too long for an index; what has no name is last.
-- Prisma has no words for this, nor for the index that follows.
CREATE FUNCTION "name_order"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(left(btrim(regexp_replace(
  replace(replace(replace(replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(translate("name", '´′', ''''''), NFKD) COLLATE "und-x-icu"),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u093c\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]',
        '', 'g'
      ),
      'øłđħŧðıəŋς‘’ʼʻ`‐‑‒–—−־ىیکةہەٱ',
      'oldhtdienσ''''''''''-------ييكههها'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'װ', 'וו'), 'ױ', 'וי'), 'ײ', 'יי'),
  '\s+', ' ', 'g'
)), 64), chr(1114111));

-- Expand: the records that there are by now are given their names by the service that runs: see src/backfill/names.ts.
INSERT INTO "backfill" SELECT 'names', 0, max("id") FROM "record" HAVING max("id") IS NOT NULL;
