/** The name of an OAuth client. */
export const CLIENT_KEY = '^[a-z_][a-z0-9_]{1,31}@clients$'

const clientKey = new RegExp(CLIENT_KEY)
export const isClientKey = (text: string): boolean => clientKey.test(text)
