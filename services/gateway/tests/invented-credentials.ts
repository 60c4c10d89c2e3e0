import { type Answer, sessionOf } from '@agora/testing/client'
import { basic, type Caller, type Member, type Suite } from '@agora/testing/suite'
import type { Client } from './oauth/client.ts'

export const from = (address: string, as?: Caller) => ({
  headers: { ...as?.headers, 'x-forwarded-for': address },
})

export interface Kind {
  readonly name: string
  /** Sends one that nobody sent before; returns the status. */
  send(address: string, index: number): Promise<number>
}

/** Every way to make the gateway verify something that is wrong. `attacker` has a session, and `client` a secret. */
export function inventedCredentials(suite: Suite, attacker: Member, client: Client): readonly Kind[] {
  const status = async (answer: Promise<{ status: number }>) => (await answer).status
  const self = (address: string, as: Caller) => status(suite.call('GET', '/auth/self', from(address, as)))
  return [
    {
      name: 'clients by HTTP Basic',
      send: (address, index) => self(address, basic(`nobody_${index}@clients`, 'x')),
    },
    {
      name: 'members by HTTP Basic',
      send: (address, index) => self(address, basic(`nobody_${index}`, 'x')),
    },
    {
      name: 'secrets by HTTP Basic',
      send: (address, index) => self(address, basic(client.key, `wrong ${index}`)),
    },
    {
      name: 'secrets at the token endpoint',
      // With an escape, so that there are two readings of it.
      send: (address, index) =>
        status(
          fetch(`${suite.url}/oauth/token`, {
            method: 'POST',
            body: new URLSearchParams({ grant_type: 'client_credentials' }),
            headers: from(address, basic(client.key, `wrong%20${index}`)).headers,
          }).then(async (response) => {
            await response.text()
            return response
          }),
        ),
    },
    {
      name: 'members at the sign-in',
      send: (address, index) =>
        status(
          suite.call('PUT', '/auth/self', {
            ...from(address),
            body: { login: `nobody_${index}`, password: 'x' },
          }),
        ),
    },
    {
      name: 'members who ask for their ban',
      send: (address, index) =>
        status(
          suite.call('POST', '/auth/ban', {
            ...from(address),
            body: { login: `nobody_${index}`, password: 'x' },
          }),
        ),
    },
    {
      name: 'current passwords',
      send: (address, index) =>
        status(
          suite.call('PATCH', `/users/${attacker.id}`, {
            ...from(address, attacker),
            body: { password: 'mine from now on', current_password: `wrong ${index}` },
          }),
        ),
    },
  ]
}

/** An act of somebody else meanwhile, with its answer's status and its duration in milliseconds. */
export interface Act {
  readonly name: 'sign-in' | 'read' | 'reply'
  readonly status: number
  readonly ms: number
}

/** What another member does meanwhile: signs in, and reads and replies in that session. */
export async function actElsewhere(
  suite: Suite,
  address: string,
  member: Member,
  thread: string,
  body: string,
): Promise<Act[]> {
  const { username: login, password } = member
  const acts: Act[] = []
  const act = async (name: Act['name'], call: () => Promise<Answer>) => {
    const began = performance.now()
    const answer = await call()
    acts.push({ name, status: answer.status, ms: performance.now() - began })
    return answer
  }
  const signedIn = await act('sign-in', () =>
    suite.call('PUT', '/auth/self', { ...from(address), body: { login, password } }),
  )
  if (signedIn.status !== 200) return acts
  const as = from(address, sessionOf(signedIn))
  await act('read', () => suite.call('GET', `/forum/threads/${thread}`, as))
  await act('reply', () => suite.call('POST', `/forum/threads/${thread}`, { ...as, body: { body } }))
  return acts
}

export const allWell = ['sign-in 200', 'read 200', 'reply 200']
export const outcomesOf = (acts: Act[]) => acts.map(({ name, status }) => `${name} ${status}`)
