import { availableParallelism } from 'node:os'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../limits/turns.ts'
import { isImportedHash, verifyImported } from './imported.ts'

/** Of argon2id, the library's default: OWASP's first recommendation, 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const { memoryCost, timeCost, parallelism } = parameters
/** Stands in for the hash of an unknown account, and takes as long to verify; salt and digest are zeros. */
const MISSING = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

const refusal = () => new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })
/** More than this waiting are several seconds of work. */
const mostWaiting = 256
/** One at a time: each takes 19 MiB, an imported one up to 64, and the gateway is bounded to 256. */
const ARGON2_AT_ONCE = 1
/** bcrypt takes little memory, but up to a second. libuv has four threads; this leaves some for files and DNS. */
const IMPORTED_AT_ONCE = Math.min(3, availableParallelism())

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
  const inTurn = {
    argon2: createTurns({ atOnce: ARGON2_AT_ONCE, mostWaiting, refusal }),
    imported: createTurns({ atOnce: IMPORTED_AT_ONCE, mostWaiting, refusal }),
  }
  return {
    hash: (password) => inTurn.argon2('all', () => hash(password, parameters)),
    verify: async (known, password) => {
      if (known !== null && isImportedHash(known)) {
        return inTurn.imported('all', () => verifyImported(known, password))
      }
      const matches = await inTurn.argon2('all', () => verify(known ?? MISSING, password))
      return matches && known !== null
    },
  }
}
