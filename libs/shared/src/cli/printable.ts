const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const BUT_BREAKS = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu

/** Other people's words on one line of a terminal, which must not obey them. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '?')

/** The same on lines of their own. */
export const printableLines = (text: string): string => text.replaceAll(BUT_BREAKS, '?')
