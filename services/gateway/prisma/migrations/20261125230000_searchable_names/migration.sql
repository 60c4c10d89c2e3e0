-- A name as it is searched for: without case, accents, the vowel points of Hebrew and Arabic, and what is invisible; with
-- one kind of apostrophe, hyphen and blank, and each letter that is written in two ways written in one. Prisma has no
-- words for this, nor for the indexes that follow.
CREATE FUNCTION "searchable"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(
  replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize("name", NFKD) COLLATE "und-x-icu"),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]',
        '', 'g'
      ),
      'øłđħŧðıς‘’ʼʻ`‐‑‒–−',
      'oldhtdiσ''''''''''-----'
    ),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  '\s+', ' ', 'g'
);
