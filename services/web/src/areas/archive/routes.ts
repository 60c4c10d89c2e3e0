import type { MountPages } from '../../http/pages.ts'
import { showArchive } from './lookup.tsx'
import { showRecord } from './record.tsx'
import { type KindName, kinds } from './records.ts'

export const archivePages: MountPages = (pages) => {
  pages.get('/archive', showArchive, ['place', 'id', 'name', 'after'])
  for (const [name, { path }] of Object.entries(kinds))
    pages.get(`/archive/${path}`, showRecord(name as KindName), ['field', 'part', 'page'])
}
