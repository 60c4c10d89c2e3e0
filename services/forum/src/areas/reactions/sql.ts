/** The number of each kind of a post's reactions. */
export interface ReactionCount {
  key: string
  count: number
  mine: boolean
}

export interface ReactionsOfPost {
  post: string
  reactions: ReactionCount[]
}

/** The numbers of a post's reactions, and whether the member `user` gave them, in JSON; `keys` are those that count. */
export const countsSql = (post: string, keys: string, user: string) => `(
    SELECT coalesce(json_agg(json_build_object('key', t.key, 'count', t.count, 'mine', EXISTS (
      SELECT FROM reaction AS r
      WHERE r.post_id = t.post_id AND r.key = t.key AND r.user_id = ${user}::uuid AND r.is_given
    )) ORDER BY array_position(${keys}::text[], t.key)), '[]')
    FROM reaction_tally AS t WHERE t.post_id = ${post} AND t.count > 0 AND t.key = ANY(${keys}::text[])
  )`

/**
 * The same of each post of a page of the thread aliased `t` that has any, in JSON: the page begins at position `$2` and has
 * `$3` posts.
 */
export const reactionsOfPageSql = (keys: string, user: string) => `array_to_json(ARRAY(
        SELECT json_build_object('post', p.id, 'reactions', ${countsSql('p.id', keys, user)})
        FROM post AS p
        WHERE p.thread_id = t.id AND p.position >= $2::bigint AND p.position < $2::bigint + $3::bigint AND NOT p.is_hidden
          AND EXISTS (
            SELECT FROM reaction_tally AS any_of
            WHERE any_of.post_id = p.id AND any_of.count > 0 AND any_of.key = ANY(${keys}::text[])
          )
        ORDER BY p.position
      ))`
