import type { Schemas } from '@agora/client'
import { ApiRefusal, maybe } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { placeOf, threadPath } from '../reading/addresses.ts'

type Kind = Schemas['ForumImported']['kind']

/** The page of what had this id in an imported forum; undefined where nothing had, or it may not be seen. */
async function placeIn(
  { api }: Visit,
  source: string,
  kind: string,
  old_id: string,
): Promise<string | undefined> {
  const found = await maybe(
    api.GET('/api/v1/forum/imported/{source}/{kind}/{old_id}', {
      params: { path: { source, kind: kind as Kind, old_id } },
    }),
  )
  if (found?.post && found.thread)
    return placeOf({ post: found.post.id, thread: found.thread, offset: found.offset ?? 0 })
  if (found?.thread) return threadPath(found.thread)
  if (found?.section) return `/sections/${found.section.key}`
  return found?.user ? `/members/${found.user.id}` : undefined
}

/** For redirects from the addresses of any imported forum, by the id that they contain. */
export const toImported: Reader = async (visit, { source = '', kind = '', id = '' }) => {
  const place = await placeIn(visit, source, kind, id)
  if (place === undefined) throw new ApiRefusal(404, 'not found')
  return redirect(place)
}

const pages = { user: '/members', section: '/sections', thread: '/threads', post: '/posts' } as const

/** An address as Eternaltwin has it. Ids are kept, so that one leads on whatever the import was called. */
export const fromEternaltwin =
  (kind: Kind): Reader =>
  async (visit, { id = '' }) =>
    redirect((await placeIn(visit, 'eternaltwin', kind, id)) ?? `${pages[kind]}/${encodeURIComponent(id)}`)

const games = { dinoparc: 'game_a', hammerfest: 'game_b', twinoid: 'game_c' } as const

/** The archived record of a game whose name this site does not use. */
export const toRecord =
  (game: keyof typeof games, kind: 'users' | 'creatures'): Reader =>
  async (_visit, { server, id = '' }) => {
    const place = [games[game], server, kind, id].filter((part) => part !== undefined)
    return redirect(`/archive/${place.map(encodeURIComponent).join('/')}`)
  }

/** An address that leads elsewhere as a whole. */
export const to =
  (path: string): Reader =>
  async () =>
    redirect(path)
