import { include } from '@agora/shared/contracts/include'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { orNull } from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { MAX_COUNTED } from '../../resources/sql.ts'
import { Waiting } from '../notifications/schemas.ts'
import { ThreadSummary } from '../sections/schemas.ts'

const kinds = ['Latest', 'Unread', 'Watched', 'Own'] as const
export type ListKind = (typeof kinds)[number]

export const ThreadListQuery = Type.Object({
  of: Type.Enum([...kinds], {
    default: 'Latest',
    description:
      'All threads; or, for members, those with unread posts, those that they watch by themselves or by their section, or those that they opened.',
  }),
  section: Type.Optional(
    Type.String({ description: 'Id or key: only threads of this section and of those below it.' }),
  ),
  include: include(
    ['opening', 'waiting'],
    'With who opened each thread and how it begins, what waits for the caller, or both, separated by a comma.',
  ),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type ThreadListQuery = Static<typeof ThreadListQuery>

export const ListedThread = Type.Object({
  ...ThreadSummary.properties,
  section: described(
    Type.Object({
      ...SectionHead.properties,
      locale: orNull(Type.String(), 'The language of its posts; null for any.'),
    }),
    'The section it is in.',
  ),
})
export type ListedThread = Static<typeof ListedThread>

export const ThreadList = Type.Object({
  ...listing(ListedThread).properties,
  count: Type.Integer({ description: `Their total number, at most ${MAX_COUNTED}.` }),
  waiting: Type.Optional(Waiting),
})
export type ThreadList = Static<typeof ThreadList>
