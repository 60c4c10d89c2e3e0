import { sql } from '@agora/shared/database/sql'
import { type ExportPart, LINES } from '@agora/shared/exports/parts'

export const exportParts: readonly ExportPart[] = [
  {
    file: 'game_links',
    lines: (user, after) => sql`
      SELECT place, line FROM (
        SELECT concat_ws(' ', game, server, subject, linked_at) AS place,
          json_build_object('game', game, 'server', nullif(server, ''), 'game_user_id', subject, 'linked_at', linked_at,
            'unlinked_at', unlinked_at) AS line
        FROM game_link WHERE user_id = ${user}
      ) AS link
      WHERE ${after}::text IS NULL OR place COLLATE "C" > ${after}::text
      ORDER BY place COLLATE "C" LIMIT ${LINES}`,
  },
]
