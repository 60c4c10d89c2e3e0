import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@agora/shared/database/pool'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../../callers/fair-queue.ts'
import { wideNetworkOf } from '../../callers/network.ts'
import type { Limits } from '../limits/limits.ts'
import { type Asker, tooBusy } from './asker.ts'
import { plainPassword } from './forms.ts'
import { formsIn, isImportedHash, verifyImported } from './imported.ts'
import { isScrypt } from './scrypt.ts'
import type { ClientSecret, SecretDigests } from './secrets.ts'
import { holdsImportedHashes, replaceImportedHash, storeDigest } from './store.ts'

/** The parameters of argon2id, the library's default: OWASP's first recommendation, 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const { memoryCost, timeCost, parallelism } = parameters
const OWN = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
/** Stands in for the hash of an unknown account, and takes as long to verify; salt and digest are zeros. */
const MISSING = `${OWN}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** More than this waiting are several seconds of work. */
const MAX_WAITING = 256
/** What one network may have waiting. */
const MAX_WAITING_OF_ONE = 128
/** One argon2 or scrypt hash is computed at a time: each takes 19 MiB, an imported one up to 128, and the gateway is bounded to 256. */
const LARGE_AT_ONCE = 1
/** bcrypt takes little memory, but up to a second. libuv has four threads; this leaves some for files and DNS. */
const IMPORTED_AT_ONCE = Math.min(3, availableParallelism())

/**
 * A foreign hash may take ten times as long as our own. While there is one, no wrong password is refused sooner than
 * this, so that timing does not reveal which logins exist. Covers bcrypt up to the usual cost of 12; the few costlier
 * ones stand out. In milliseconds.
 */
const LEAST_REFUSAL_MS = 600

/**
 * The only way to a slow hash. Whoever asks counts under their network, waits in its line, and holds no place among the
 * requests in progress meanwhile.
 */
export interface Passwords {
  /** @throws ApiError 429 if too many of this network wait, 503 if too many wait in all */
  hash(password: string, asker: Asker): Promise<string>
  /**
   * Whether the password matches the hash. Null, for an unknown account, takes as long and is false. A wrong one counts
   * against its network, whichever account was meant. A right one replaces a foreign hash by our own.
   *
   * @throws ApiError 429 if the network has sent too many wrong ones, and those of `hash`
   */
  verify(hash: string | null, password: string, asker: Asker): Promise<boolean>
  /**
   * Whether a proof of another kind is right, which takes no time to judge. A wrong one counts against its network like a
   * wrong password.
   *
   * @throws ApiError 429 if the network has sent too many wrong ones
   */
  judgeProof(asker: Asker, judge: () => Promise<boolean>): Promise<boolean>
  /**
   * Whether this is the client's secret. Secrets are random, so a digest is enough, and takes no time; only one that has
   * none yet is verified like a password.
   */
  verifySecret(client: ClientSecret, secret: string, asker: Asker): Promise<boolean>
}

interface PasswordsOptions {
  limits: Limits
  pool: Pool
  digests: SecretDigests
}

export function createPasswords({ limits, pool, digests }: PasswordsOptions): Passwords {
  const fairQueue = (atOnce: number) =>
    createFairQueue({
      atOnce,
      mostWaiting: MAX_WAITING,
      mostOfOne: limits.isEnabled ? MAX_WAITING_OF_ONE : Number.POSITIVE_INFINITY,
      refusal: tooBusy,
      refusalOfOne: () => tooManyRequests(1_000),
    })
  const queues = { large: fairQueue(LARGE_AT_ONCE), small: fairQueue(IMPORTED_AT_ONCE) }
  const enqueue = <Result>(kind: keyof typeof queues, { network }: Asker, work: () => Promise<Result>) =>
    queues[kind](wideNetworkOf(network), work)

  const hashInTurn = (password: string, asker: Asker) =>
    enqueue('large', asker, () => hash(plainPassword(password), parameters))

  /** Counted before it is judged, so that parallel guesses cannot exceed the limit; what fails has told nobody anything. */
  const judgeProof = async ({ network }: Asker, judge: () => Promise<boolean>): Promise<boolean> => {
    await limits.wrongPasswords.take(network)
    let isWrong = false
    try {
      isWrong = !(await judge())
    } finally {
      if (!isWrong) await limits.wrongPasswords.giveBack(network)
    }
    return !isWrong
  }

  const judge = async (known: string | null, password: string, asker: Asker): Promise<boolean> => {
    const isImported = known !== null && isImportedHash(known)
    const turn = isImported && !isScrypt(known) ? 'small' : 'large'
    const matches = (form: string) =>
      isImported ? verifyImported(known, form) : verify(known ?? MISSING, form)
    let began = 0
    const isMatched = async () => {
      began = performance.now()
      for (const form of formsIn(known ?? MISSING, password, OWN)) if (await matches(form)) return true
      return false
    }
    const isWrong = !(await judgeProof(
      asker,
      async () => (await enqueue(turn, asker, isMatched)) && known !== null,
    ))
    if (!isWrong && isImported) await replaceImportedHash(pool, known, await hashInTurn(password, asker))
    // A wrong one stays wrong, and counts, also while this cannot be asked.
    if (isWrong && (await holdsImportedHashes(pool).catch(() => true)))
      await sleep(Math.max(0, began + LEAST_REFUSAL_MS - performance.now()))
    return !isWrong
  }

  const passwords: Passwords = {
    hash: (password, asker) => asker.withoutPermit(() => hashInTurn(password, asker)),
    verify: (known, password, asker) => asker.withoutPermit(() => judge(known, password, asker)),
    judgeProof,
    verifySecret: async (client, secret, asker) => {
      if (client.secretHash === null) return false
      const judged = digests.judge(client, secret)
      if (judged !== undefined) return judged
      if (!(await passwords.verify(client.secretHash, secret, asker))) return false
      await storeDigest(pool, client, digests.make(client.credentialVersion, secret))
      return true
    },
  }
  return passwords
}
