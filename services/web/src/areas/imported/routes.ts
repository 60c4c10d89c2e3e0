import type { MountPages } from '../../http/pages.ts'
import { fromEternaltwin, to, toImported, toRecord } from './imported.ts'

/** Addresses of imported sites, which lead to where their content is now. */
export const importedPages: MountPages = (pages) => {
  pages.get('/imported/:source/:kind/:id', toImported)
  pages.get('/forum', to('/'))
  pages.get('/forum/sections/:id', fromEternaltwin('section'))
  pages.get('/forum/threads/:id', fromEternaltwin('thread'))
  pages.get('/forum/posts/:id', fromEternaltwin('post'))
  pages.get('/users/:id', fromEternaltwin('user'))
  pages.get('/login', to('/sign-in'))
  pages.get('/settings', to('/account'))
  pages.get('/archive/dinoparc/:server/users/:id', toRecord('dinoparc', 'users'))
  pages.get('/archive/dinoparc/:server/dinoz/:id', toRecord('dinoparc', 'creatures'))
  pages.get('/archive/hammerfest/:server/users/:id', toRecord('hammerfest', 'users'))
  pages.get('/archive/twinoid/users/:id', toRecord('twinoid', 'users'))
}
