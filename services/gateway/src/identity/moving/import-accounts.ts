import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import type { AccountToImport, ImportedAccount } from '@agora/shared/contracts/moving-accounts'
import { plainName } from '@agora/shared/contracts/names'
import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { readHeld } from '../erasures/store.ts'
import { guardedNames } from '../names/display-name.ts'
import { digestUsername, type HeldNamesKeys } from '../names/held-username.ts'
import { isKnownHash } from '../passwords/imported.ts'
import { anotherUsername, displayNameFrom, usernameFrom } from './names.ts'
import {
  deleteAccounts,
  insertAccounts,
  insertEmails,
  type MovedAccount,
  readAccountsNamed,
  readAccountsOf,
  readAdministrator,
  readErased,
} from './store-accounts.ts'

/** After this many attempts the generated name is unique. */
const MAX_ATTEMPTS = 30

/** What is left of an erased account: no import brings it back. */
const nobody = { username: '', displayName: DELETED_MEMBER, createdAt: new Date(0) }

type Outcome = ImportedAccount['outcome']

/**
 * Creates missing accounts, in one transaction; returns them in the order given. The index decides who gets a username.
 * An existing account is unchanged: nothing in an import opens it. No event announces the new ones, of which there may be
 * very many: the importer stores their names in the forum, the other services ask when they meet one.
 */
export function importAccounts(
  db: Database,
  config: Pick<AgoraConfig, 'site'>,
  keys: HeldNamesKeys,
  wanted: readonly AccountToImport[],
): Promise<ImportedAccount[]> {
  return db.transaction(async (tx) => {
    const found = new Map<string, { account: MovedAccount; outcome: Outcome }>()
    const present = await readAccountsOf(
      tx,
      wanted.map(({ id }) => id),
    )
    for (const account of present) found.set(account.id, { account, outcome: 'Present' })
    const erased = await readErased(
      tx,
      wanted.map(({ id }) => id),
    )
    for (const id of erased) found.set(id, { account: { ...nobody, id }, outcome: 'Present' })
    await match(tx, wanted, found)
    const missing = wanted.filter(({ id }) => !found.has(id))
    const administrator = await readAdministrator(tx)
    const guarded = guardedNames(config, administrator ? [administrator.displayName] : [])
    const made = await insertAll(tx, keys, missing, guarded)
    for (const account of made) found.set(account.id, { account, outcome: 'Created' })
    const linked = await insertEmails(
      tx,
      missing.filter(({ id }) => found.has(id)),
    )
    return wanted.map((one) => {
      const { account, outcome } = found.get(one.id)!
      const { id, displayName, createdAt } = account
      const notes = outcome === 'Created' ? notesOf(one, account, linked) : []
      return { outcome, id, display_name: displayName, created_at: createdAt.toISOString(), notes }
    })
  })
}

async function match(
  tx: Transaction,
  wanted: readonly AccountToImport[],
  found: Map<string, { account: MovedAccount; outcome: Outcome }>,
): Promise<void> {
  const unknown = wanted.filter(({ id, may_match }) => may_match && !found.has(id))
  const named = await readAccountsNamed(
    tx,
    unknown.map(({ username }) => username.toLowerCase()),
  )
  const byName = new Map(named.map((account) => [account.username, account]))
  for (const { id, username } of unknown) {
    const account = byName.get(username.toLowerCase())
    if (account) found.set(id, { account, outcome: 'Matched' })
  }
}

async function insertAll(
  tx: Transaction,
  keys: HeldNamesKeys,
  accounts: readonly AccountToImport[],
  guarded: readonly string[],
): Promise<MovedAccount[]> {
  const made: MovedAccount[] = []
  // The first of two with the same id counts.
  const left = new Map<string, AccountToImport>()
  for (const account of accounts) if (!left.has(account.id)) left.set(account.id, account)
  for (let attempt = 0; left.size > 0 && attempt <= MAX_ATTEMPTS; attempt++) {
    const rows = await insertAccounts(
      tx,
      [...left.values()].map(({ id, username, display_name, password_hash, time_zone, created_at }) => {
        const name = usernameFrom(username, id)
        return {
          id,
          username: attempt === 0 ? name : anotherUsername(name, attempt, id),
          displayName: displayNameFrom(display_name, name, guarded),
          passwordHash: password_hash !== null && isKnownHash(password_hash) ? password_hash : null,
          timeZone: time_zone,
          createdAt: created_at,
        }
      }),
    )
    const free = await giveBackHeld(tx, keys, rows)
    for (const account of free) left.delete(account.id)
    made.push(...free)
  }
  return made
}

/** Takes back the accounts whose usernames are held for nobody; answers the others. */
async function giveBackHeld(
  tx: Transaction,
  keys: HeldNamesKeys,
  accounts: readonly MovedAccount[],
): Promise<MovedAccount[]> {
  const byDigest = new Map(
    accounts.flatMap((account) =>
      digestUsername(keys, account.username).map((digest) => [digest.toString('hex'), account] as const),
    ),
  )
  const held = await readHeld(
    tx,
    [...byDigest.keys()].map((digest) => Buffer.from(digest, 'hex')),
  )
  if (held.length === 0) return [...accounts]
  const taken = new Set(held.map((digest) => byDigest.get(digest.toString('hex'))!))
  await deleteAccounts(
    tx,
    [...taken].map(({ id }) => id),
  )
  return accounts.filter((account) => !taken.has(account))
}

function notesOf(wanted: AccountToImport, account: MovedAccount, linked: ReadonlySet<string>): string[] {
  const { username, display_name, password_hash, emails } = wanted
  const notes: string[] = []
  if (account.username !== username) notes.push(`signs in as ${account.username}, not as ${username}`)
  if (account.displayName !== plainName(display_name))
    notes.push(`is shown as ${account.displayName}, not as ${display_name}`)
  if (password_hash !== null && !isKnownHash(password_hash))
    notes.push('has no password any more: its hash is of no kind that is known here')
  const lost = emails.filter(({ address }) => !linked.has(address.toLowerCase()))
  if (lost.length > 0) notes.push('has an email address that belongs to another account')
  return notes
}
