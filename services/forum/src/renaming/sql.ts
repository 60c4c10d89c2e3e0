import { NIL } from '@agora/shared/contracts/ids'

/**
 * What notes that a member, `$id`, is no longer called as they were, if `$name` is a different name: their former name, and
 * that texts by others are to follow. For a statement's `WITH`; one that also writes the member's row selects from `due`, so
 * that everybody locks that row first.
 */
export const noteRenameSql = (id: string, name: string) => `
  replaced AS (
    SELECT display_name AS name FROM known_user
    WHERE id = ${id} AND display_name <> ${name} AND erased_at IS NULL FOR NO KEY UPDATE
  ), former AS (
    INSERT INTO former_name (user_id, name) SELECT ${id}, name FROM replaced ON CONFLICT DO NOTHING
  ), due AS (
    INSERT INTO rename (user_id, names, place) SELECT ${id}, ARRAY[name], '${NIL}'::uuid FROM replaced
    ON CONFLICT (user_id) DO UPDATE SET version = rename.version + 1, place = excluded.place,
      renamed_at = now(), held_until = now(),
      names = ARRAY(SELECT DISTINCT unnest(rename.names || excluded.names))
    RETURNING user_id
  )`

/** Whether a revision names a member: by a mention or by a quote. As in the index of these, which must read the same. */
export const NAMING = `(strpos(html, 'data-user-id="') > 0 OR strpos(source, '[quote=') > 0)`

/** The ids of the members that an HTML mentions, as text; also such as it only seems to. None of null. */
export const mentionedSql = (html: string) => `ARRAY(
      SELECT DISTINCT mention[1]
      FROM regexp_matches(${html}, 'data-user-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') AS mention
    )`
