import { folded as foldedText, INVISIBLE, OPTIONAL } from '@agora/shared/text/folding'

/** A word as it is compared, and as it is spelled: inflections often depend on an accent. */
export interface SpelledWord {
  /** Without case, accents and variant forms. */
  folded: string
  /** In lowercase; equal to `folded` in scripts without spaces. */
  spelled: string
}

/** A word and its position in its text, in UTF-16 code units. */
export interface Word extends SpelledWord {
  start: number
  end: number
}

/** Changes whenever a text gets other words, or other filters, than before: what is indexed is then indexed anew. */
export const FORM = 3

/** No search is long enough for a longer word. */
const LONGEST = 200

/** Letters to Unicode, apostrophes to those who type them. */
const APOSTROPHE = String.raw`[\u02b9-\u02bf\ua78b\ua78c]`

/**
 * Plain letters and digits, one letter with its marks, or something invisible, which is part of the word around it. The
 * number of marks is bounded, so that only short pieces are normalized, whatever the text.
 */
const PIECES = new RegExp(
  [
    String.raw`[0-9A-Za-z]+(?![\p{M}\uff9e\uff9f])`,
    String.raw`(?!${APOSTROPHE})[\p{L}\p{N}\p{M}][\p{M}\u1160-\u11ff\uff9e\uff9f]{0,32}`,
    INVISIBLE,
  ].join('|'),
  'gu',
)
const plain = /^[0-9A-Za-z]+$/
const noLetters = /[^\p{L}\p{N}\p{M}]/gu

/** Letters of scripts without spaces between words: each pair of adjacent ones is a word. */
const unspaced =
  /^[\p{Script=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A letter folded, and in lowercase only. */
function fold(letter: string): SpelledWord {
  const lower = letter.toLowerCase()
  const folded = foldedText(letter).replace(noLetters, '')
  const spelled = lower.normalize('NFC').replace(OPTIONAL, '').replace(noLetters, '')
  return { folded, spelled: spelled === '' || unspaced.test(folded) ? folded : spelled }
}

/** Texts repeat their letters, so most are folded once. */
const kept = new Map<string, SpelledWord>()
const KEPT_LIMIT = 16_384

function foldKept(letter: string): SpelledWord {
  const known = kept.get(letter)
  if (known !== undefined) return known
  if (kept.size >= KEPT_LIMIT) kept.clear()
  const both = fold(letter)
  kept.set(letter, both)
  return both
}

function foldPlain(letters: string): SpelledWord {
  const folded = letters.toLowerCase()
  return { folded, spelled: folded }
}

/** The words of a text in order: runs of letters and digits, with what is invisible among them, and each pair of letters in scripts without spaces. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let word: Word | undefined
  let run: Word[] = []

  const endWord = () => {
    if (word && word.folded.length <= LONGEST) words.push(word)
    word = undefined
  }
  const endRun = () => {
    if (run.length === 1) words.push(run[0]!)
    for (let n = 1; n < run.length; n += 1) {
      const [one, other] = [run[n - 1]!, run[n]!]
      const pair = one.folded + other.folded
      words.push({ folded: pair, spelled: pair, start: one.start, end: other.end })
    }
    run = []
  }

  let before = 0
  for (const { 0: piece, index: start } of text.matchAll(PIECES)) {
    const end = start + piece.length
    if (start > before) {
      endWord()
      endRun()
    }
    before = end
    const letters = plain.test(piece) ? foldPlain(piece) : foldKept(piece)
    if (letters.folded === '') continue
    if (unspaced.test(letters.folded)) {
      endWord()
      run.push({ start, end, ...letters })
    } else {
      endRun()
      if (word) {
        word.folded += letters.folded
        word.spelled += letters.spelled
        word.end = end
      } else word = { start, end, ...letters }
    }
  }
  endWord()
  endRun()
  return words
}
