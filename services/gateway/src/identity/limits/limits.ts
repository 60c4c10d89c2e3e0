import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Counters } from '@agora/shared/limits/counters'
import { createLimiter, type Limiter, unlimited } from '@agora/shared/limits/limiter'
import { createSlidingWindow, type SlidingWindow } from '@agora/shared/limits/sliding-window'
import { createTally, nothingTallied, type Tally } from '@agora/shared/limits/tally'
import { createKeyedQueues, type Enqueue } from '../../callers/keyed-queues.ts'
import { type Network, wideNetworkOf } from '../../callers/network.ts'

const MINUTE_S = 60
/** The period over which wrong passwords count, for Basic and for the sign-in captcha. */
export const HALF_HOUR_S = 30 * MINUTE_S
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** The wrong passwords from one address within half an hour after which signing in requires a captcha. */
export const WRONG_BEFORE_CAPTCHA = 3
/** The wrong passwords for one account from one address that are checked within half an hour. */
export const WRONG_JUDGED = 10
/**
 * The wrong codes of one account that are checked in a day: whoever knows its password and guesses all day finds one in 45
 * years. Recovery codes and passkeys cannot be guessed, so they still sign its member in; a new password begins anew.
 */
const MAX_WRONG_CODES = 30
/** The devices that may be started from one address within ten minutes, for which each is kept. */
const MAX_DEVICES = 60
/** More names than anybody tries who wants one; with each solved captcha somebody who lists members would ask for one. */
const MAX_TAKEN_NAMES = 10
/** An IPv6 /48 network may do so many times as much as one /64 in it. */
const OF_WIDE = 8

/** The limits. Keys are addresses as `networkOf` writes them, accounts, or both. */
export interface Limits {
  /** Wrong passwords of the sign-in form, by address. */
  readonly signIns: SlidingWindow
  /** Wrong passwords of HTTP Basic, by account or client and address. */
  readonly basic: SlidingWindow
  /** Wrong current passwords, by account. */
  readonly currentPasswords: SlidingWindow
  /** Wrong codes by time, by account and version of its password: six digits can be guessed. */
  readonly codes: Limiter
  /** Wrong user codes of devices, by account and by address. */
  readonly userCodes: SlidingWindow
  /** Devices that ask to be allowed, by network: nobody has signed in for them. */
  readonly devices: NetworkLimiter
  /** Wrong passwords of any kind, by network. */
  readonly wrongPasswords: NetworkLimiter
  /** Wrong passwords of any address, by the login that was tried. */
  readonly guesses: Tally
  /** By network. */
  readonly registrations: NetworkLimiter
  /** Names that were taken, by network: so many a solved captcha outlives. */
  readonly takenNames: NetworkLimiter
  /** By account. */
  readonly renames: Limiter
  /** By account. */
  readonly verificationMails: { readonly hourly: Limiter; readonly daily: Limiter }
  /** One at a time, so that parallel attempts cannot all be checked before the first has counted. */
  readonly enqueue: Enqueue
  readonly isEnabled: boolean
}

const turns = {
  atOnce: 1,
  mostWaiting: 64,
  refusal: () => new ApiError(common.unavailable, { headers: { 'retry-after': '2' } }),
}

/** Limits of networks: one of IPv6 counts with the /48 around it, too. */
export interface NetworkLimiter {
  take(network: Network): Promise<unknown>
  giveBack(network: Network): Promise<void>
}

function withWide(near: Limiter, wide: Limiter): NetworkLimiter {
  const isAlone = (network: Network) => wideNetworkOf(network) === network
  return {
    take: async (network) => {
      await near.take(network)
      if (isAlone(network)) return
      try {
        await wide.take(wideNetworkOf(network))
      } catch (error) {
        await near.giveBack(network)
        throw error
      }
    },
    giveBack: async (network) => {
      await near.giveBack(network)
      if (!isAlone(network)) await wide.giveBack(wideNetworkOf(network))
    },
  }
}

/** The first three always apply; the others if limits are switched on. */
export function createLimits({ limits }: AgoraConfig, counters: Counters, isEnabled: boolean): Limits {
  const limiter = (name: string, points: number, seconds: number) =>
    isEnabled ? createLimiter(counters, { name, points, seconds }) : unlimited
  const networks = (name: string, points: number, seconds: number) =>
    withWide(limiter(name, points, seconds), limiter(`${name}-wide`, points * OF_WIDE, seconds))
  const slidingWindow = (name: string, points: number) =>
    createSlidingWindow(counters, { name, points, seconds: HALF_HOUR_S })
  return {
    signIns: slidingWindow('sign-in', WRONG_BEFORE_CAPTCHA),
    basic: slidingWindow('basic', WRONG_JUDGED),
    currentPasswords: slidingWindow('current-password', WRONG_JUDGED),
    codes: limiter('codes', MAX_WRONG_CODES, DAY_S),
    userCodes: slidingWindow('user-codes', WRONG_JUDGED),
    devices: networks('devices', MAX_DEVICES, 10 * MINUTE_S),
    wrongPasswords: networks('wrong-passwords', limits.wrong_passwords_per_half_hour, HALF_HOUR_S),
    guesses: isEnabled
      ? createTally(counters, {
          name: 'guesses',
          points: limits.wrong_passwords_of_account_per_day,
          seconds: DAY_S,
        })
      : nothingTallied,
    registrations: networks('registrations', limits.registrations_per_hour, HOUR_S),
    takenNames: networks('taken-names', MAX_TAKEN_NAMES, HOUR_S),
    renames: limiter('renames', limits.renames_per_hour, HOUR_S),
    verificationMails: {
      hourly: limiter('verifications-hourly', limits.verification_mails_per_hour, HOUR_S),
      daily: limiter('verifications-daily', limits.verification_mails_per_day, DAY_S),
    },
    enqueue: createKeyedQueues(turns),
    isEnabled,
  }
}
