import type { LineType } from '@agora/moving/format/lines'
import type { Outcome } from '@agora/shared/contracts/moving-accounts'
import { CLIENT_NAME, CLIENT_NAME_LETTERS } from '@agora/shared/contracts/names'
import { importedId } from '../ids.ts'
import type { Batch, Written } from './batch.ts'
import type { Report } from './report.ts'
import { memberOf, type Taking } from './taking.ts'

/** Passes on what the gateway stores of accounts and applications. */
export async function takeAccountLines(
  taking: Taking,
  { display_name: names, game_link: links, oauth_client: clients }: Batch['lines'],
): Promise<void> {
  if (names.length > 0) await takeNames(taking, names)
  if (links.length > 0) await takeGameLinks(taking, links)
  if (clients.length > 0) await takeClients(taking, clients)
}

async function takeNames(taking: Taking, names: readonly Written<'display_name'>[]): Promise<void> {
  const { context, report } = taking
  const rows = names.flatMap((one) => {
    const user = memberOf(taking, one)
    const { display_name, since, until } = one.line
    return user === undefined ? [] : [{ user, display_name, since, until }]
  })
  const { taken } = await context.accounts.ask('importNames', { names: rows })
  report.take('display_name', taken)
  report.pass('display_name', rows.length - taken)
}

async function takeGameLinks(taking: Taking, gameLinks: readonly Written<'game_link'>[]): Promise<void> {
  const { context, references, report } = taking
  const rows = gameLinks.flatMap((one) => {
    const { number, line } = one
    const user = memberOf(taking, one)
    if (user === undefined) return []
    const { game, server, account, since, until = null } = line
    const by = (id: string | null | undefined) => references.id('user', id) ?? null
    const link = {
      id: importedId(context.source, 'game_link', line.id, Date.parse(since)),
      user,
      game,
      server: server ?? '',
      account,
      since,
      linked_by: by(line.linked_by),
      until,
      unlinked_by: by(line.unlinked_by),
    }
    return [{ number, link }]
  })
  const { outcomes } = await context.accounts.ask('importGameLinks', { links: rows.map(({ link }) => link) })
  reportOutcomes(report, 'game_link', rows, outcomes)
}

const OTHER_LETTERS = new RegExp(`[^${CLIENT_NAME_LETTERS}]+`, 'g')
const NAME = new RegExp(CLIENT_NAME)

async function takeClients(
  { context, report }: Taking,
  clients: readonly Written<'oauth_client'>[],
): Promise<void> {
  const rows = clients.map(({ number, line }) => {
    const { id, key, display_name, app_uri, callback_uris, secret_hash, pkce, created_at } = line
    const plain = display_name.normalize('NFKD').replaceAll(OTHER_LETTERS, '').trim().slice(0, 32).trim()
    const name = NAME.test(plain) ? plain : 'Application'
    const client = {
      id: importedId(context.source, 'oauth_client', id, Date.parse(created_at ?? '1970-01-01T00:00:00Z')),
      key,
      display_name: name,
      app_uri,
      callback_uris,
      secret_hash: secret_hash ?? null,
      public: line.public ?? false,
      pkce: pkce ?? ('required' as const),
      created_at: created_at ?? null,
    }
    if (name !== display_name)
      report.note(number, `client ${key} is shown as ${name}, not as ${display_name}`)
    return { number, client }
  })
  const { outcomes } = await context.accounts.ask('importClients', {
    clients: rows.map(({ client }) => client),
  })
  reportOutcomes(report, 'oauth_client', rows, outcomes)
}

function reportOutcomes(
  report: Report,
  type: LineType,
  rows: readonly { number: number }[],
  outcomes: readonly Outcome[],
): void {
  for (const [index, { number }] of rows.entries()) {
    const outcome = outcomes[index]!
    if (outcome === 'Taken') report.take(type)
    else if (outcome === 'Present') report.pass(type)
    else report.reject(number, outcome.refused)
  }
}
