import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import type { ImportedAccount } from '@agora/shared/contracts/moving-accounts'
import { storeAnsweredUsers } from '@agora/shared/users/known-users'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import { noteImported } from './store-imported.ts'

const EPOCH = new Date(0).toISOString()

type WrittenUser = Written<'user'>

/** Creates members' accounts and records the members; those without an account are recorded by name only. */
export async function takeUsers(
  context: ImportContext,
  users: readonly WrittenUser[],
  references: References,
  report: Report,
): Promise<void> {
  const fresh = users.filter(({ line }) => !references.get('user', line.id))
  report.pass('user', users.length - fresh.length)
  const withAccount = fresh.filter(({ line }) => line.username !== undefined)
  const taken = await takeAccounts(context, withAccount, true, references, report)
  // Another member of that forum already has the account with the name.
  const left = withAccount.filter(({ line }) => !taken.has(line.id))
  const takenThen = await takeAccounts(context, left, false, references, report)
  rejectRest(left, takenThen, report)
  await takeNames(
    context,
    fresh.filter(({ line }) => line.username === undefined),
    references,
    report,
  )
}

const idOf = ({ source }: ImportContext, { id, created_at = EPOCH }: WrittenUser['line']) =>
  importedId(source, 'user', id, Date.parse(created_at))

async function takeAccounts(
  context: ImportContext,
  users: readonly WrittenUser[],
  mayMatch: boolean,
  references: References,
  report: Report,
): Promise<Set<string>> {
  if (users.length === 0) return new Set()
  const { accounts } = await context.accounts.ask('importAccounts', {
    accounts: users.map(({ line }) => ({
      id: idOf(context, line),
      may_match: mayMatch,
      username: line.username!,
      display_name: line.display_name ?? line.username!,
      created_at: line.created_at ?? null,
      password_hash: line.password_hash ?? null,
      time_zone: line.time_zone ?? null,
      emails: line.emails ?? [],
    })),
  })
  const noted = await note(
    context,
    users.map((user, index) => ({ user, account: accounts[index]! })),
    references,
  )
  for (const [index, { number, line }] of users.entries()) {
    const { notes, outcome } = accounts[index]!
    if (!noted.has(line.id)) continue
    report.take('user')
    for (const words of notes) report.note(number, `user ${line.id} ${words}`)
    if (outcome === 'Matched')
      report.note(number, `user ${line.id} is the member of the name ${line.username} who was here before`)
  }
  return noted
}

function note(
  { db, source }: ImportContext,
  answered: readonly {
    user: WrittenUser
    account: Pick<ImportedAccount, 'id' | 'outcome' | 'display_name' | 'created_at'>
  }[],
  references: References,
): Promise<Set<string>> {
  const rows = answered.map(({ user, account }) => ({
    kind: 'user' as const,
    oldId: user.line.id,
    id: account.id,
    wasHere: account.outcome === 'Matched',
  }))
  return db.transaction(async (tx) => {
    const noted = await noteImported(tx, source, rows)
    for (const row of rows) if (noted.has(row.oldId)) references.set(row)
    const known = answered
      .filter(({ user }) => noted.has(user.line.id))
      .map(({ account }) => ({
        id: account.id,
        displayName: account.display_name,
        createdAt: new Date(account.created_at),
      }))
    await storeAnsweredUsers(tx, known)
    return noted
  })
}

async function takeNames(
  context: ImportContext,
  users: readonly WrittenUser[],
  references: References,
  report: Report,
): Promise<void> {
  if (users.length === 0) return
  const answered = users.map((user) => ({
    user,
    account: {
      id: idOf(context, user.line),
      outcome: 'Created' as const,
      display_name: user.line.display_name ?? DELETED_MEMBER,
      created_at: user.line.created_at ?? EPOCH,
    },
  }))
  const noted = await note(context, answered, references)
  report.take('user', users.filter(({ line }) => noted.has(line.id)).length)
  rejectRest(users, noted, report)
}

/** Who stands in for unknown authors: one for each import, without an account. */
export async function standInAuthor({ db, source }: ImportContext): Promise<string> {
  const id = importedId(source, 'user', '', 0)
  const named = { id, displayName: DELETED_MEMBER, createdAt: new Date(0) }
  await db.transaction((tx) => storeAnsweredUsers(tx, [named]))
  return id
}

/** Two members of one forum stay two: here they would be one. */
function rejectRest(users: readonly WrittenUser[], taken: ReadonlySet<string>, report: Report): void {
  for (const { number, line } of users)
    if (!taken.has(line.id))
      report.reject(number, `user ${line.id} is the same account as another user of this import`)
}
