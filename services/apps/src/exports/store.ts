import { sql } from '@agora/shared/database/sql'
import { type ExportPart, LINES } from '@agora/shared/exports/parts'

export const exportParts: readonly ExportPart[] = [
  {
    file: 'apps',
    lines: (user, after) => sql`
      SELECT app.id::text AS place, json_build_object('id', app.id, 'key', key, 'display_name', display_name) AS line
      FROM app_owner JOIN app ON app.id = app_id
      WHERE user_id = ${user} AND (${after}::uuid IS NULL OR app.id > ${after}::uuid) ORDER BY app.id LIMIT ${LINES}`,
  },
  {
    file: 'accounts',
    lines: (user, after) => sql`
      SELECT app.id::text AS place, json_build_object(
        'app', json_build_object('id', app.id, 'key', key, 'display_name', app.display_name), 'id', account_id,
        'display_name', app_account.display_name, 'visibility', visibility, 'linked_at', linked_at) AS line
      FROM app_account JOIN app ON app.id = app_id
      WHERE user_id = ${user} AND (${after}::uuid IS NULL OR app.id > ${after}::uuid) ORDER BY app.id LIMIT ${LINES}`,
  },
]
