/** The name to sign in with. */
export const USERNAME = '^[a-z_][a-z0-9_]{1,31}$'

/** The name that others see. */
export const DISPLAY_NAME = "^[\\p{L}\\p{N} _()'.-]{2,64}$"
