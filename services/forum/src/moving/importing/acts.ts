import type { Kind } from '@agora/moving/format/lines'
import type { Transaction } from '@agora/shared/database/sql'
import { addToTallies } from '../../tallies/store.ts'
import { importedId } from '../ids.ts'
import { takeAccountLines } from './account-lines.ts'
import type { Batch, Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import { groupId } from './groups.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import { insertRoles, insertSanctions } from './store-acts.ts'
import { insertGroupMembers, readGroupKeys } from './store-groups.ts'
import { noteAddresses } from './store-imported.ts'
import { memberOf, type Taking } from './taking.ts'

const msOf = (time: string) => Date.parse(time)

/** Returns the section; undefined if it is named but unknown. */
function sectionOf(
  { references, report }: Taking,
  { number, line }: { number: number; line: { section?: string | null | undefined } },
): string | null | undefined {
  if (line.section === null || line.section === undefined) return null
  const id = references.id('section', line.section)
  if (id === undefined) report.reject(number, `its section ${line.section} is unknown`)
  return id
}

/** Imports acts on members, once the members exist. */
export async function takeActs(
  lines: Batch['lines'],
  context: ImportContext,
  tx: Transaction,
  references: References,
  report: Report,
): Promise<void> {
  const taking = { context, tx, references, report }
  if (lines.role.length > 0) await takeRoles(taking, lines.role)
  if (lines.group_member.length > 0) await takeGroupMembers(taking, lines.group_member)
  if (lines.sanction.length > 0) await takeSanctions(taking, lines.sanction)
  if (lines.address.length > 0) await takeAddresses(taking, lines.address)
  // Last, since the gateway stores them at once: if this transaction fails, the same ones come again.
  if (lines.ban.length > 0) await takeBans(taking, lines.ban)
  await takeAccountLines(taking, lines)
}

async function takeRoles(taking: Taking, roles: readonly Written<'role'>[]): Promise<void> {
  const { context, tx, references, report } = taking
  const rows = roles.flatMap((one) => {
    const { number, line } = one
    const userId = memberOf(taking, one)
    const sectionId = userId === undefined ? undefined : sectionOf(taking, one)
    if (userId === undefined || sectionId === undefined) return []
    if ((line.role === 'Moderator') !== (sectionId !== null)) {
      report.reject(number, 'a Moderator needs a section, and no other role has one')
      return []
    }
    const grantedById = references.id('user', line.granted_by) ?? context.administrator
    return [{ userId, role: line.role, sectionId, grantedById, startTime: line.since }]
  })
  const taken = await insertRoles(tx, rows)
  report.take('role', taken)
  report.pass('role', rows.length - taken)
}

/** Only groups that were imported, so that nobody is let in where members were gathered here. */
async function takeGroupMembers(taking: Taking, members: readonly Written<'group_member'>[]): Promise<void> {
  const { context, tx, report } = taking
  const idOf = ({ line }: Written<'group_member'>) => groupId(context.source, line.group)
  const known = await readGroupKeys(tx, members.map(idOf))
  const rows = members.flatMap((one) => {
    const { number, line } = one
    const id = idOf(one)
    if (!known.has(id)) {
      report.reject(number, `its group ${line.group} is unknown`)
      return []
    }
    const userId = memberOf(taking, one)
    return userId === undefined ? [] : [{ groupId: id, userId, time: line.since ?? null }]
  })
  const taken = await insertGroupMembers(tx, rows)
  report.take('group_member', taken)
  report.pass('group_member', rows.length - taken)
}

async function takeSanctions(taking: Taking, sanctions: readonly Written<'sanction'>[]): Promise<void> {
  const { context, tx, references, report } = taking
  const rows = sanctions.flatMap((one) => {
    const { number, line } = one
    const userId = memberOf(taking, one)
    const sectionId = userId === undefined ? undefined : sectionOf(taking, one)
    if (userId === undefined || sectionId === undefined) return []
    const { kind, reason, created_at: createdAt, expires_at: end = null, lifted_at: deletedAt = null } = line
    const expiresAt = kind === 'Warning' ? null : end
    if (expiresAt !== end) report.note(number, '`expires_at` was left out: a warning cannot expire')
    const by = (id: string | null | undefined) => references.id('user', id) ?? context.administrator
    return [
      {
        id: importedId(context.source, 'sanction', line.id, msOf(createdAt)),
        userId,
        sectionId,
        kind,
        createdAt,
        createdById: by(line.created_by),
        deletedAt,
        deletedById: deletedAt === null ? null : by(line.lifted_by),
        expiresAt,
        reason,
        internalNote: line.internal_note ?? '',
      },
    ]
  })
  // The first of two with one id counts.
  const fresh = [...new Map(rows.toReversed().map((row) => [row.id, row] as const)).values()]
  const taken = await insertSanctions(tx, fresh)
  await addToTallies(
    tx,
    'Sanction',
    fresh
      .filter(({ id }) => taken.has(id))
      .map(({ sectionId, deletedAt, expiresAt }) => {
        const part = deletedAt !== null ? 'Lifted' : expiresAt === null ? 'Lasting' : 'Timed'
        return { sectionId, part, by: 1 }
      }),
  )
  report.take('sanction', taken.size)
  report.pass('sanction', rows.length - taken.size)
}

async function takeAddresses(taking: Taking, addresses: readonly Written<'address'>[]): Promise<void> {
  const { tx, references, report } = taking
  const rows = addresses.flatMap(({ number, line }) => {
    const id = references.id(line.kind as Kind, line.id)
    if (id === undefined) report.reject(number, `its ${line.kind} ${line.id} is unknown`)
    return id === undefined ? [] : [{ source: line.source, kind: line.kind as Kind, oldId: line.old_id, id }]
  })
  const taken = await noteAddresses(tx, rows)
  report.take('address', taken)
  report.pass('address', rows.length - taken)
}

async function takeBans(taking: Taking, bans: readonly Written<'ban'>[]): Promise<void> {
  const { context, references, report } = taking
  const rows = bans.flatMap((one) => {
    const { line } = one
    const user = memberOf(taking, one)
    if (user === undefined) return []
    const { reason, created_at, expires_at = null, lifted_at = null } = line
    return [
      {
        id: importedId(context.source, 'ban', line.id, msOf(created_at)),
        user,
        reason,
        created_at,
        created_by: references.id('user', line.created_by) ?? null,
        expires_at,
        lifted_at,
        lifted_by: references.id('user', line.lifted_by) ?? null,
      },
    ]
  })
  if (rows.length === 0) return
  const { taken } = await context.accounts.ask('importBans', { bans: rows })
  report.take('ban', taken.length)
  report.pass('ban', rows.length - taken.length)
}
