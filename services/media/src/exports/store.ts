import { type ExportPart, rowsOf } from '@agora/shared/exports/parts'

export const exportParts: readonly ExportPart[] = [
  rowsOf('pictures', {
    table: 'media',
    owner: 'owner_id',
    columns: ['id', 'width', 'height', 'bytes', 'is_animated', 'created_at'],
  }),
  rowsOf('avatar', { table: 'avatar', owner: 'user_id', columns: ['media_id'], key: 'media_id' }),
]
