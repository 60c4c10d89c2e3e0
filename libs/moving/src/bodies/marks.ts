/** What may be said of a text, each a bit. */
export const MARK = { spoiler: 1, strong: 2, strikethrough: 4, emphasis: 8 } as const
const { spoiler, strong, strikethrough, emphasis } = MARK
/** Those that begin and end in the same places, from the outside: emphasis, which begins in no word, is beside the others. */
export const ORDER: readonly number[] = [spoiler, strong, strikethrough, emphasis]
/** How each begins and ends in markup. */
export const WRITTEN: Readonly<Record<number, string>> = {
  [spoiler]: '||',
  [strong]: '**',
  [strikethrough]: '~~',
  [emphasis]: '_',
}
