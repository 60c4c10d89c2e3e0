/** The forum's roles, the strongest first. */
export const roles = ['Administrator', 'GlobalModerator', 'Moderator'] as const
export type Role = (typeof roles)[number]
