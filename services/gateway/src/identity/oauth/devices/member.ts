import type { Decision } from '@agora/shared/contracts/internal-pages'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import { onSlots, type Slot } from '@agora/shared/limits/sliding-window'
import { hashToken } from '@agora/shared/tokens'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../callers/network.ts'
import type { Context } from '../../context.ts'
import { type AskedFor, memberAskedFor } from '../../credentials/asked-for.ts'
import { HALF_HOUR_S } from '../../limits/limits.ts'
import { allowClient } from '../allow.ts'
import { allowedScopes, DEFAULT_SCOPE, type GrantScope, grantableScopes } from '../scopes.ts'
import { type OauthClientRow, readOauthClient, readSignIn } from '../store.ts'
import { decideDevice, readWaitingDevice, type WaitingDevice } from './store.ts'

/** A device's request, with the member in whose browser its user code was entered. */
interface AskedDevice {
  session: AskedFor
  device: WaitingDevice
  client: OauthClientRow
  scopes: readonly GrantScope[]
}

/** As the library writes it: people leave out the hyphen, write it small, or in wide letters. */
const codeOf = (entered: string): string =>
  entered
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')

/**
 * The request with this user code, for the signed-in member of this browser. Wrong codes count, by account and by
 * network, before they are looked up: somebody who guesses finds nobody's.
 *
 * @throws ApiError 404, 429
 */
export async function accessDevice(
  context: Context,
  request: FastifyRequest,
  entered: string,
): Promise<AskedDevice> {
  const session = await memberAskedFor(context, request)
  const slots = await takeSlots(context, [session.accountId, networkOf(request.ip)])
  const found = await onSlots(slots, () => findAsked(context, session, codeOf(entered)))
  if (!found) throw new ApiError(common.notFound)
  await Promise.all(slots.map((slot) => slot.giveBack()))
  return found
}

async function takeSlots({ limits }: Context, keys: readonly string[]): Promise<Slot[]> {
  if (!limits.isEnabled) return []
  const taken: Slot[] = []
  for (const key of keys) {
    const slot = await limits.userCodes.take(key)
    if (slot) {
      taken.push(slot)
      continue
    }
    await Promise.all(taken.map((one) => one.giveBack()))
    throw tooManyRequests(HALF_HOUR_S * 1000)
  }
  return taken
}

async function findAsked(
  { pool }: Context,
  session: AskedFor,
  userCode: string,
): Promise<AskedDevice | undefined> {
  const device = await readWaitingDevice(pool, hashToken(userCode))
  const client = device && (await readOauthClient(pool, device.clientId))
  if (!client) return undefined
  const { params = {} } = JSON.parse(device.payload) as { params?: { scope?: string } }
  const wanted = params.scope || DEFAULT_SCOPE
  const scopes = grantableScopes(wanted.split(' '), allowedScopes(client.allowedScopes))
  return scopes.length === 0 ? undefined : { session, device, client, scopes }
}

/**
 * @throws ApiError 404 if it was answered already, or the member is no longer signed in; 403 without a recent sign-in,
 * where it is needed
 */
export async function answerDevice(
  context: Context,
  { session, device, client, scopes }: AskedDevice,
  decision: Decision['decision'],
): Promise<void> {
  const { accountId, sessionId } = session
  const { hash } = device
  const before = JSON.parse(device.payload) as object
  const isTaken = await context.transaction(async (tx) => {
    if (decision === 'refuse') {
      const refused = { error: 'access_denied', errorDescription: 'the member did not agree' }
      return decideDevice(tx, { hash, grantId: null, payload: JSON.stringify({ ...before, ...refused }) })
    }
    const signIn = await readSignIn(tx, sessionId)
    const grantId = await allowClient(context, tx, session, client, scopes)
    if (grantId === undefined || !signIn) return false
    const authTime = Math.floor(signIn.confirmedAt.getTime() / 1000)
    const payload = JSON.stringify({ ...before, accountId, grantId, authTime, scope: scopes.join(' ') })
    if (await decideDevice(tx, { hash, grantId, payload })) return true
    // What was just granted goes as well.
    throw new ApiError(common.notFound)
  })
  if (!isTaken) throw new ApiError(common.notFound)
}
