import { sql } from '@agora/shared/database/sql'
import { type ExportPart, LINES } from '@agora/shared/exports/parts'

/** What this service holds: which mails went to the member. Their contents are not stored. */
export const ownParts: readonly ExportPart[] = [
  {
    file: 'mails',
    lines: (user, after) => sql`
      SELECT id::text AS place, json_build_object('id', id, 'kind', kind, 'recipient', recipient, 'created_at', created_at,
        'submitted_at', submitted_at, 'read_at', read_at, 'outcome', outcome) AS line
      FROM outbound_email
      WHERE created_by = ${user} AND kind <> 'Markup' AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${LINES}`,
  },
]
