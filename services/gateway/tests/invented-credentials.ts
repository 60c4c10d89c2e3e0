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

/** What another member does meanwhile: a sign-in, a read and a reply; returns the statuses. */
export async function actElsewhere(
  suite: Suite,
  address: string,
  member: Member,
  thread: string,
  body: string,
): Promise<number[]> {
  const { username: login, password } = member
  const answers = [
    await suite.call('PUT', '/auth/self', { ...from(address), body: { login, password } }),
    await suite.call('GET', `/forum/threads/${thread}`, from(address, member)),
    await suite.call('POST', `/forum/threads/${thread}`, { ...from(address, member), body: { body } }),
  ]
  return answers.map(({ status }) => status)
}
