/** Keeps the previous name of a member, `$id`, if `$name` is a different one. */
export const noteFormerNameSql = (id: string, name: string) => `
    INSERT INTO former_name (user_id, name)
    SELECT id, display_name FROM known_user WHERE id = ${id} AND display_name <> ${name} AND erased_at IS NULL
    ON CONFLICT DO NOTHING`
