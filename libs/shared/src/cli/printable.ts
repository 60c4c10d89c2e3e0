const UNPRINTABLE = /\p{C}/gu

/** Other people's words on one line of a terminal, which must not obey them. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '?')
