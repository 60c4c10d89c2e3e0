/** The SQL for the display name of the account with this id; null if the forum does not know it. */
export const nameOf = (id: string) => `(SELECT display_name FROM known_user AS named WHERE named.id = ${id})`
