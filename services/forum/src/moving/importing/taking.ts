import type { Transaction } from '@agora/shared/database/sql'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'

/** What takes a batch's lines in its transaction. */
export interface Taking {
  context: ImportContext
  tx: Transaction
  references: References
  report: Report
}

/** An existing member is neither bound by another forum's acts nor given its powers. */
export function memberOf(
  { context, references, report }: Taking,
  { number, line }: { number: number; line: { user: string } },
): string | undefined {
  const member = references.get('user', line.user)
  if (!member) report.reject(number, `its user ${line.user} is unknown`)
  else if (member.wasHere && member.id !== context.administrator)
    report.reject(number, `its user ${line.user} is a member who was here before`)
  else return member.id
  return undefined
}
