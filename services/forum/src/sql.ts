/** The display name of the account with this id, for a statement; null where the forum does not know it. */
export const nameOf = (id: string) => `(SELECT display_name FROM known_user AS named WHERE named.id = ${id})`
