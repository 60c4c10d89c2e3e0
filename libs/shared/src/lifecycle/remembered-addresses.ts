import dns, { type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** DNS is waited for so long where an address is known from before, in milliseconds. */
const PATIENCE_MS = 1_000
/** Names of stores and providers are few. */
const MAX_NAMES = 500

type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
type Answered = Parameters<LookupFunction>[2]
type AskAll = (host: string, options: LookupAllOptions, found: Found) => void

interface Question {
  answer: Promise<LookupAddress[]>
  /** Resolves, with nothing, when DNS has had its time. */
  patience: Promise<undefined>
}

/**
 * Looks names up, and answers with a name's last addresses while DNS fails or is silent: a store does not move each time
 * that DNS is away. Of each name DNS is asked one question at a time, however many connections wait for the answer.
 */
export function rememberAddresses(ask: AskAll): LookupFunction {
  const known = new LRUCache<string, LookupAddress[]>({ max: MAX_NAMES })
  const questions = new Map<string, Question>()

  const askOnce = (key: string, host: string, options: LookupOptions): Question => {
    const answer = new Promise<LookupAddress[]>((resolve, reject) =>
      ask(host, { ...options, all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    )
    answer
      .then((found) => {
        if (found.length > 0) known.set(key, found)
      })
      .catch(() => {})
      .finally(() => questions.delete(key))
    return { answer, patience: sleep(PATIENCE_MS, undefined, { ref: false }) }
  }

  const find = async (host: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const key = [host, options.family, options.hints].join()
    const question = questions.get(key) ?? askOnce(key, host, options)
    questions.set(key, question)
    const last = known.get(key)
    if (!last) return question.answer
    return (await Promise.race([question.answer, question.patience]).catch(() => last)) ?? last
  }

  return (host, options, callback) => {
    find(host, options).then(
      (found) => {
        const [first] = found
        if (options.all) callback(null, found)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, '', undefined),
    )
  }
}

/**
 * Lets every connection that this process makes by name outlive an outage of DNS. The clients of Redis and NATS take no
 * function that looks names up, so it is the one of Node that is replaced.
 */
export function connectByRememberedAddresses(): void {
  const remembered = rememberAddresses(dns.lookup)
  const lookup = (host: string, options: LookupOptions | number | Answered, callback?: Answered) => {
    if (typeof options === 'function') remembered(host, {}, options)
    else remembered(host, typeof options === 'number' ? { family: options } : options, callback as Answered)
  }
  Object.assign(dns, { lookup })
}
