/** The forum's roles, strongest first. */
export const roles = ['Administrator', 'GlobalModerator', 'Moderator'] as const
export type Role = (typeof roles)[number]

/** Those that hold in every section. */
export const siteRoles = ['Administrator', 'GlobalModerator'] as const satisfies readonly Role[]
