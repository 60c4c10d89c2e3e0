/** The forum's roles, strongest first. */
export const roles = ['Administrator', 'GlobalModerator', 'Moderator'] as const
export type Role = (typeof roles)[number]
