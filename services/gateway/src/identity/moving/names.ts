import { hash } from 'node:crypto'
import { DISPLAY_NAME, NAME_LETTER, plainName, USERNAME } from '@agora/shared/contracts/names'
import { isBlank, readsLike } from '../names/readings.ts'

const usernames = new RegExp(USERNAME)
const displayName = new RegExp(DISPLAY_NAME, 'u')
/** A letter of a display name, or anything else. */
const letters = new RegExp(`(${NAME_LETTER})|.`, 'gsu')
const NO_LETTERS = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u
const MAX_USERNAME = 32
const MAX_DISPLAY_NAME = 64

/** Letters that are no other one with a mark. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}

/**
 * Another software's username adapted to our rules: unchanged except for case, if valid. One of which less than half can be
 * written so is made of the id.
 */
export function usernameFrom(name: string, id: string): string {
  const small = name.toLowerCase()
  if (usernames.test(small)) return small
  const all = small
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{L}/gu, (letter) => SPELLED_OUT[letter] ?? letter)
  const plain = all.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '')
  const count = (letter: RegExp) => all.match(letter)?.length ?? 0
  const isLost = count(/[a-z0-9]/g) * 2 < count(/[\p{L}\p{N}]/gu)
  const named = plain === '' || isLost ? `member_${id.slice(-8)}` : plain
  const begun = /^[a-z_]/.test(named) && named.length > 1 ? named : `_${named}`
  return begun.slice(0, MAX_USERNAME)
}

/** A variant of a taken name: `ada_2`, and finally a unique one. */
export function anotherUsername(name: string, attempt: number, id: string): string {
  const end = attempt <= MAX_NUMBERED ? `_${attempt + 1}` : `_${digestOf(`${id} ${attempt}`)}`
  return name.slice(0, MAX_USERNAME - end.length) + end
}
const MAX_NUMBERED = 20
const digestOf = (text: string) => hash('sha256', text, 'hex').slice(0, 12)

/**
 * A display name adapted to our rules: unchanged if valid, otherwise its valid part, otherwise the username.
 *
 * @param guarded names that it may not read like
 */
export function displayNameFrom(name: string, username: string, guarded: readonly string[]): string {
  const isRight = (candidate: string) =>
    displayName.test(candidate) &&
    !isBlank(candidate) &&
    !guarded.some((other) => readsLike(candidate, other))
  const plain = plainName(name)
  if (isRight(plain)) return plain
  const typed = plain.replaceAll(/[´`′]/g, "'").replaceAll(/[–—−]/g, '-')
  const allowed = [...typed.matchAll(letters)]
    .map(([one, letter]) => letter ?? (NO_LETTERS.test(one) ? '' : ' '))
    .filter((one) => one !== '')
    .slice(0, MAX_DISPLAY_NAME)
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
  // The last reads like no name, since it has none in it.
  return [allowed, username, `Member ${username}`].find(isRight) ?? `Member ${username.length}`
}
