import { services } from '@agora/shared/contracts/services'
import { closeAll } from '@agora/suite/closing'
import { earnCaptchaToken, solveCaptcha } from '@agora/testing/captcha-solver'
import { basic, bearer, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { expect } from 'vitest'
import { games } from '../../services/archive/tests/support/database.ts'
import { type OpenidProvider, startOpenidProvider } from '../../services/gateway/tests/openid-provider.ts'
import { gate, MailServer, Refusal } from '../../services/mail-jobs/tests/mail-server.ts'
import {
  archiveSomething,
  grantedClient,
  knownApps,
  knownJobs,
  type Make,
  mailTokens,
  oldSession,
  PROVIDER_SECRET,
  type ProviderKey,
  providerKeys,
  providerReturns,
  readyExport,
  sentPictures,
} from './suite-contents.ts'
import { knownFactors } from './suite-factors.ts'

/** As many concurrent requests as the gateway allows. */
export const MAX_IN_PROGRESS = 16
/** The walk's startup configuration: every feature, with instant challenges. */
export const captcha = { enabled: true, puzzles: 1, difficulty: 1 }
/** Limits that the walk does not reach. */
const unreached = {
  requests_per_minute: 1_000_000,
  costly_requests_per_minute: 1_000_000,
  registrations_per_hour: 1_000,
  wrong_passwords_per_half_hour: 1_000,
  verification_mails_per_hour: 1_000,
  verification_mails_per_day: 1_000,
}
/** Undeliverable addresses: one is refused at once, one gets no answer until the world is told to give it. */
export const REFUSED = 'refused@example.com'
export const UNANSWERED = 'unanswered@example.com'

export const callerNames = [
  'guest',
  'member',
  'other',
  'leaver',
  'administrator',
  'old session',
  'guarded',
  'earlier session',
  'hoarder',
  'application',
  'client',
  'bad credentials',
  'internal service',
  'wrong internal key',
] as const
export type CallerName = (typeof callerNames)[number]

/** A whole deployment with everything that requests can refer to. */
export interface World {
  suite: Suite
  callers: Record<CallerName, Caller>
  /** The value of `{name}`. */
  names: Record<string, string>
  /** What second factors make codes with, by name. */
  secrets: Record<string, string>
  /** A token for a form that requires one. */
  earn(scope: 'register' | 'login'): Promise<string>
  /** The body that redeems a solved challenge; the same name gives the same body. */
  solved(name: string, scope?: 'register' | 'login'): Promise<{ token: string; solutions: number[] }>
  /** Lets the mail server answer what it has left unanswered. */
  answerMails(): void
  close(): Promise<void>
}

const channel = { key: 'main', base_uri: 'https://game.example/', home_uri: 'https://game.example/home' }
const app = (key: string, over: object = {}, main: object = {}) => ({
  key,
  display_name: `The ${key}`,
  channels: [{ ...channel, ...main }],
  ...over,
})

export async function suiteWorld(): Promise<World> {
  const closing: (() => Promise<unknown>)[] = []
  const close = () => closeAll(closing)
  try {
    const mails = await MailServer.start()
    closing.push(() => mails.close())
    const providers = {} as Record<ProviderKey, OpenidProvider>
    for (const key of providerKeys) {
      providers[key] = await startOpenidProvider()
      closing.push(() => providers[key].close())
    }
    const suite = await startSuite({
      services,
      smtpUrl: mails.url,
      config: {
        captcha,
        clients: [
          {
            key: 'configured@clients',
            display_name: 'Configured',
            app_uri: 'https://configured.example/',
            callback_uri: 'https://configured.example/callback',
            secret_env: 'CLIENT_SECRET',
          },
        ],
        limits: unreached,
        mail: { track_opens: true },
        apps: [
          app('open', { client: 'granted@clients' }),
          app('hidden', {}, { visibility: 'Private' }),
          app('gone', { retired: true }),
          // Nothing is ever sent to this address.
          app('heard', {}, { visibility: 'Private', event_stream_callback_uri: 'https://127.0.0.1/' }),
        ],
        providers: Object.fromEntries(
          providerKeys.map((key) => [
            key,
            {
              issuer: providers[key].issuer,
              client_id: 'agora',
              display_name: key,
              allow_http: true,
              secret_env: 'PROVIDER_SECRET',
            },
          ]),
        ),
      },
      env: {
        gateway: {
          PROVIDER_SECRET,
          LIMITS_ENABLED: 'true',
          CLIENT_SECRET: 'of the configured client',
          MAX_IN_PROGRESS: String(MAX_IN_PROGRESS),
        },
      },
    })
    closing.push(() => suite.close())
    return { ...(await populate(suite, mails, providers)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function populate(
  suite: Suite,
  mails: MailServer,
  providers: Record<ProviderKey, OpenidProvider>,
): Promise<Omit<World, 'close'>> {
  const redemptions = new Map<string, Awaited<ReturnType<World['solved']>>>()
  const earn: World['earn'] = (scope) => earnCaptchaToken(suite.url, scope)
  const solved: World['solved'] = async (name, scope = 'register') => {
    const known = redemptions.get(name)
    if (known) return known
    const { body } = await suite.call('POST', `/captcha/${scope}/challenge`)
    const redemption = { token: body.token as string, solutions: solveCaptcha(body) }
    redemptions.set(name, redemption)
    return redemption
  }
  const member = async (username: string): Promise<Member> => {
    const profile = { username, display_name: username, password: `${username} has a password` }
    const answer = await suite.call('POST', '/users', {
      body: { ...profile, 'cap-token': await earn('register') },
    })
    expect(answer.status, answer.text).toBe(200)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { ...profile, id: answer.body.id, displayName: username, headers: { cookie } }
  }
  const administrator = await suite.administrator()
  const [walker, other, doomed, banned, forgetful, leaver, guarded, hoarder, deputy] = [
    await member('member'),
    await member('other'),
    await member('doomed'),
    await member('banned'),
    await member('forgetful'),
    await member('leaver'),
    await member('guarded'),
    await member('hoarder'),
    await member('deputy'),
  ]
  const make: Make = async (method, path, as, body) => {
    const answer = await suite.call(method, path, { as, ...(body === undefined ? {} : { body }) })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200)
    return answer.body
  }
  await make('PUT', `/users/${banned.id}/ban`, administrator, { reason: 'Abuse' })
  await make('PUT', `/users/${deputy.id}/administrator`, administrator)
  const granted = await grantedClient(suite, walker)
  const factors = await knownFactors(suite, guarded, hoarder, ({ username, password }) =>
    suite.call('PUT', '/auth/self', { body: { login: username, password } }),
  )
  await make('PUT', '/forum/texts/rules', administrator, { locale: 'en', body: 'Be kind.' })
  const names: Record<string, string> = {
    invitation: (await make('POST', '/invitations', administrator, { most_uses: 1 })).id,
    nowhere: '01890000-0000-7000-8000-000000000000',
    member: walker.id,
    other: other.id,
    doomed: doomed.id,
    forgetful: forgetful.id,
    leaver: leaver.id,
    banned: banned.id,
    deputy: deputy.id,
    administrator: administrator.id,
    session: (await make('GET', `/users/${forgetful.id}/sessions`, forgetful)).items[0].id,
    granted: granted.clientId,
    server_a: games.game_a.servers[0] ?? '',
    server_b: games.game_b.servers[0] ?? '',
    ...(await mailTokens(make, mails, walker, forgetful)),
    export: await readyExport(make, mails, walker),
    ...(await sentPictures(suite, walker)),
    ...(await providerReturns(suite, providers, walker, other)),
    ...factors.names,
    ...(await knownApps(suite)),
    ...(await knownJobs(make, administrator, suite)),
  }
  await archiveSomething(suite, names)
  mails.behave(REFUSED, {
    recipient: () => {
      throw new Refusal(550, 'no such mailbox')
    },
  })
  const answers = gate()
  mails.behave(UNANSWERED, { end: () => answers.opened })
  const callers = {
    guest: { headers: {} },
    member: walker,
    other,
    leaver,
    administrator,
    'old session': await oldSession(suite),
    ...factors.callers,
    application: bearer(granted.token),
    client: granted.caller,
    'bad credentials': basic('member', 'not the password'),
    'internal service': { headers: { 'svc-internal-auth': suite.secrets.internalKey } },
    'wrong internal key': { headers: { 'svc-internal-auth': 'not the key' } },
  }
  return { suite, callers, names, secrets: factors.secrets, earn, solved, answerMails: answers.open }
}
