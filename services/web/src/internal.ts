import {
  Decided,
  type Decision,
  Departure,
  type DepartureQuestion,
  DeviceRequest,
  Interaction,
  NothingMore,
  PendingEmails,
  ResetAnswer,
  SignInAnswer,
  VerificationAnswer,
  type ZoneChoice,
} from '@agora/shared/contracts/internal-pages'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { ApiRefusal, headersFor } from './api.ts'
import type { Context } from './context.ts'
import type { Locale } from './words/words.ts'

const TIMEOUT_MS = 5_000

/** Whether something is to happen, even if nobody waits for the page any more. */
const isAct = (path: string, body: object | undefined): boolean =>
  path === '/internal/language' || path === '/internal/zones' || (body !== undefined && 'decision' in body)

/** What the gateway tells this service alone, as it tells the caller of the page: with their cookies, from their address. */
export interface Internal {
  /** Whether the next sign-in needs a captcha; not if it cannot be told, since the sign-in says so itself. */
  signInTakesCaptcha(login: string | undefined): Promise<boolean>
  /** Undefined for a token that would be refused. */
  findEmailVerification(token: string): Promise<VerificationAnswer | undefined>
  /** The addresses that the caller has still to confirm; none while it cannot be told. */
  listPendingEmails(): Promise<PendingEmails>
  /** Keeps what the caller reads in for their mails. */
  keepLanguage(language: Locale): Promise<void>
  /** Keeps the zone that the caller chose, and that of their device. */
  keepZones(zones: ZoneChoice): Promise<void>
  /** Whether the token would be accepted. */
  isResetToken(token: string): Promise<boolean>
  /** Undefined unless the request waits for this browser, session and member. */
  findInteraction(uid: string): Promise<Interaction | undefined>
  /** Undefined unless the application may have a browser sent there after signing out. */
  findDeparture(question: DepartureQuestion): Promise<Departure | undefined>
  /** Undefined unless a device with this user code waits. */
  findDeviceRequest(userCode: string): Promise<DeviceRequest | undefined>
  /** False if it no longer waits. */
  answerDevice(userCode: string, decision: Decision['decision']): Promise<boolean>
  /** Returns where in this site that leads on. */
  decideInteraction(uid: string, decision: Decision['decision']): Promise<string | undefined>
}

export function internalOf({ env, gateway }: Context, request: FastifyRequest): Internal {
  const { cookie } = request.headers
  const headers = { ...headersFor(request), ...(cookie === undefined ? {} : { cookie }) }
  const ask = async <Answer extends TSchema>(
    path: string,
    answer: Answer,
    body?: object,
  ): Promise<Static<Answer> | undefined> => {
    try {
      return await callService(gateway, {
        path,
        key: env.SERVICE_KEY,
        headers,
        answer,
        body,
        traceparent: request.principal.traceparent,
        timeoutMs: TIMEOUT_MS,
        // A question ends with the page that it is for.
        signal: isAct(path, body) ? undefined : request.signal,
      })
    } catch (error) {
      if (!(error instanceof RefusedCallError)) throw new ApiRefusal(503, 'the API is out of reach')
      // A token of another shape than any is one that there is not.
      if (error.status === 404 || error.status === 422) return undefined
      throw new ApiRefusal(error.status, error.message)
    }
  }
  const interaction = (uid: string) => `/internal/interactions/${encodeURIComponent(uid)}`
  return {
    signInTakesCaptcha: async (login) =>
      (await ask('/internal/sign-in', SignInAnswer, { login }).catch(() => undefined))?.takes_captcha ??
      false,
    findEmailVerification: (token) => ask('/internal/email-verifications', VerificationAnswer, { token }),
    listPendingEmails: async () =>
      (await ask('/internal/pending-emails', PendingEmails).catch(() => undefined)) ?? [],
    keepLanguage: async (language) => {
      await ask('/internal/language', NothingMore, { language })
    },
    keepZones: async (zones) => {
      await ask('/internal/zones', NothingMore, zones)
    },
    isResetToken: async (token) =>
      (await ask('/internal/password-resets', ResetAnswer, { token })) !== undefined,
    findDeparture: (question) => ask('/internal/departures', Departure, question),
    findDeviceRequest: (user_code) => ask('/internal/devices', DeviceRequest, { user_code }),
    answerDevice: async (user_code, decision) =>
      (await ask('/internal/devices/answers', NothingMore, { user_code, decision })) !== undefined,
    findInteraction: (uid) => ask(interaction(uid), Interaction),
    decideInteraction: async (uid, decision) => (await ask(interaction(uid), Decided, { decision }))?.back,
  }
}
