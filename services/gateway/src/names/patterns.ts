/** The name to sign in with. */
export const USERNAME = '^[a-z_][a-z0-9_]{1,31}$'

/** The name of an OAuth client. */
export const CLIENT_KEY = '^[a-z_][a-z0-9_]{1,31}@clients$'

const clientKey = new RegExp(CLIENT_KEY)
export const isClientKey = (text: string): boolean => clientKey.test(text)

/** The name that others see. */
export const DISPLAY_NAME = "^[\\p{L}\\p{N} _()'.-]{2,64}$"
