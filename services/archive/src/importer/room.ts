/** How many characters of stored data are kept in memory at once, for each purpose. */
export const ROOM = 16 * 1024 * 1024
