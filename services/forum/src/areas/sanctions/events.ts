import { timestamp } from '../../resources/views.ts'
import type { ModerationAct } from '../moderation/events.ts'
import type { SanctionRow } from './sql.ts'

type SanctionFacts = Pick<SanctionRow, 'id' | 'userId' | 'sectionId' | 'kind' | 'expiresAt'>

/** The log entry of creating or lifting a sanction. */
export function sanctionAct(
  action: 'CreateSanction' | 'DeleteSanction',
  { id, userId, sectionId, kind, expiresAt }: SanctionFacts,
): ModerationAct {
  return {
    action,
    section: sectionId,
    targetUser: userId,
    data: { sanction: id, kind, expires_at: expiresAt === null ? null : timestamp(expiresAt) },
  }
}
