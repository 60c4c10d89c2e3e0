/** What a client's name consists of: the consent page shows it, and no letter of it may pass for another. */
export const CLIENT_NAME_LETTERS = 'A-Za-z_ ()-'
export const CLIENT_NAME = `^[${CLIENT_NAME_LETTERS}]{2,32}$`

/** The name to sign in with. */
export const USERNAME = '^[a-z_][a-z0-9_]{1,31}$'

/** Scripts whose letters take only marks that all scripts share. */
const WITHOUT_OWN_MARKS = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
/** Not the invisible ones, nor those that enclose a letter. */
const MARK = '(?:(?!\\p{Default_Ignorable_Code_Point})[\\p{Mn}\\p{Mc}])'
const SHARED_MARK = `(?:(?=\\p{Script=Inherited})${MARK})`
/** Scripts in which a joiner (U+200C, U+200D) makes another word. */
const JOINED = `[${[
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
/** Behind one of these, a joiner shows the half of a letter, also at the end of a word (UAX 31, A2). */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
/** Beyond ASCII what Unicode advises for names (UAX 31, table 3a): apostrophes, hyphens and points of words. */
const PUNCTUATION =
  " _\\(\\)'.\\-\\u2018\\u2019\\u2010\\u2011\\u00b7\\u058a\\u05be\\u05f3\\u05f4\\u0f0b\\u2027\\u30a0\\u30fb"

/**
 * What counts as one letter of a display name: a letter with its marks, a digit, or punctuation. No two of the
 * alternatives begin alike: a name that fails would be tried in all ways of taking each letter by either.
 */
export const NAME_LETTER = `(?:${[
  `(?=${WITHOUT_OWN_MARKS})\\p{L}${SHARED_MARK}{0,2}`,
  `(?=${JOINED})\\p{L}${MARK}{0,5}(?:[\\u200c\\u200d](?=${JOINED})${MARK}{0,5}|(?<=${VIRAMA})\\u200d)?`,
  `(?!${WITHOUT_OWN_MARKS}|${JOINED})\\p{L}${MARK}{0,5}`,
  `[\\p{N}${PUNCTUATION}]`,
].join('|')})`

/** The name that others see, as `plainName` writes it. */
export const DISPLAY_NAME = `^${NAME_LETTER}{2,64}$`

const BLANKS = /\p{Zs}/gu

/** A name in the one way in which it is stored: composed, and with blanks of one kind. */
export const plainName = (name: string): string => name.normalize('NFC').replaceAll(BLANKS, ' ')
