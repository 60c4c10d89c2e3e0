import { hash } from 'node:crypto'
import type { PuzzleParameters } from './parameters.ts'

const FNV_OFFSET = 2_166_136_261
const FNV_PRIME = 16_777_619

/** 32-bit FNV-1a over UTF-16 code units. The hash of a text can continue from that of its prefix. */
function fnv1a(text: string, state = FNV_OFFSET): number {
  let hashed = state
  for (let index = 0; index < text.length; index++)
    hashed = Math.imul(hashed ^ text.charCodeAt(index), FNV_PRIME)
  return hashed
}

/** Each byte in hexadecimal: formatting would cost more than hashing. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The protocol's generator: xorshift32 from a seed, eight hexadecimal digits per step, cut to `length`. */
function digits(seed: number, length: number): string {
  let state = seed
  let text = ''
  while (text.length < length) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    text += hex[state >>> 24]
    text += hex[(state >>> 16) & 255]
    text += hex[(state >>> 8) & 255]
    text += hex[state & 255]
  }
  return text.slice(0, length)
}

/** A challenge's text and parameters, which determine its puzzles. */
export interface Puzzles {
  readonly token: string
  readonly parameters: PuzzleParameters
}

/**
 * Whether `solutions` has one correct nonce per puzzle: the sha256 of salt and nonce (in decimal) begins with the
 * target. Puzzle i, from 1, draws its salt from the seed `token + i`, its target from `token + i + "d"`.
 */
export function answersPuzzles({ token, parameters: { c, s, d } }: Puzzles, solutions: unknown): boolean {
  if (!isNonceList(solutions, c)) return false
  const tokenState = fnv1a(token)
  return solutions.every((nonce, index) => {
    const puzzleState = fnv1a(String(index + 1), tokenState)
    const target = digits(fnv1a('d', puzzleState), d)
    return hash('sha256', digits(puzzleState, s) + nonce, 'hex').startsWith(target)
  })
}

function isNonceList(value: unknown, length: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every((nonce) => Number.isSafeInteger(nonce) && nonce >= 0)
  )
}
