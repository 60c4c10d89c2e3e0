/** Characters that have no shape and no meaning for a word; these two separate words nevertheless. */
export const INVISIBLE = String.raw`(?![\u200b\u200c])\p{Default_Ignorable_Code_Point}`

/**
 * What some write and others leave out: accents, the points of Hebrew, Arabic and Syriac vowels, tatweel, the nukta of
 * Hindi, whatever is invisible. Not the vowel signs of other scripts, nor the two marks of kana, which nobody leaves out.
 */
export const OPTIONAL = new RegExp(
  [
    String.raw`(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Samaritan}\p{Script=Ethiopic}\p{Script=Cyrillic}\u093c]`,
    String.raw`[\u0640\u06e5\u06e6]`,
    INVISIBLE,
  ].join('|'),
  'gu',
)
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
  ȷ: 'j',
  ς: 'σ',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ە: 'ه',
  װ: 'וו',
  ױ: 'וי',
  ײ: 'יי',
}
const toSpellOut = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g')

const otherDigits = /(?![0-9])\p{Nd}/gu
/** Decimal digits of any script come in tens, in order; those of two scripts may follow one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** A text without what is optional, its letters and their marks apart. */
export const withoutOptional = (text: string): string => text.normalize('NFKD').replace(OPTIONAL, '')

/** A text as it is searched for: without case, composition, width, optional marks and variant forms. */
export const folded = (text: string): string =>
  withoutOptional(text.toLowerCase())
    .toLowerCase()
    .replace(toSpellOut, (one) => spelledOut[one] ?? one)
    .replace(otherDigits, asciiDigit)
    .normalize('NFC')
