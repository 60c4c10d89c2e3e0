import { availableParallelism } from 'node:os'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { hash, verify } from '@node-rs/argon2'
import { isImportedHash, verifyImported } from './imported.ts'

/** Of argon2id, the library's default: OWASP's first recommendation, 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const { memoryCost, timeCost, parallelism } = parameters
/** Stands in for the hash of an unknown account, and takes as long to verify; salt and digest are zeros. */
const MISSING = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** libuv has four threads; hashing leaves some for files and DNS. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism()))
/** More than this waiting are several seconds of work: later ones are told to retry. */
const MAX_WAITING = 256

export interface Passwords {
  /** @throws ApiError 503 if too many wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Null, for an unknown account, takes as long and is false.
   * @throws ApiError 503 if too many wait.
   */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** Hashes off the event loop, a few at a time. */
export function createPasswords(): Passwords {
  const waiting: (() => void)[] = []
  let running = 0

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= CONCURRENCY) {
      if (waiting.length >= MAX_WAITING) {
        throw new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    verify: (known, password) =>
      inTurn(async () => {
        if (known !== null && isImportedHash(known)) return verifyImported(known, password)
        const matches = await verify(known ?? MISSING, password)
        return matches && known !== null
      }),
  }
}
