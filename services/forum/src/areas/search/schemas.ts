import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostHead } from '../../resources/post.ts'
import { orNull } from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { ThreadName } from '../../resources/thread.ts'

/** In characters, after trimming. */
export const SHORTEST = 2
export const LONGEST = 200
/** Hits beyond this are neither counted nor listed. */
export const MAX_HITS = 1_000

/** The operation validates `q` and `in`: what is wrong with them is their meaning, not their form. */
export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      description: `What to look for, ${SHORTEST} to ${LONGEST} characters: words, \`"phrases"\`, \`-not\`, \`or\`; words and phrases after the sixteenth are ignored.`,
      documented: { required: true, minLength: SHORTEST, maxLength: LONGEST },
    }),
  ),
  section: Type.Optional(
    Type.String({ description: 'Id or key of a section: only what is in it or its descendants.' }),
  ),
  author: Type.Optional(Type.String({ description: 'Id of an account: only what they wrote.' })),
  thread: Type.Optional(Type.String({ description: 'Id or key of a thread: only what is in it.' })),
  since: Type.Optional(described(Timestamp, 'Only what was written then or later; of a title, its thread.')),
  until: Type.Optional(described(Timestamp, 'Only what was written before.')),
  order: Type.Optional(
    Type.Enum(['best', 'newest'], {
      description: '`best` matches first, or the `newest`; `best` if omitted.',
    }),
  ),
  gather: Type.Optional(
    Type.Literal('threads', {
      description: '`threads` for one hit of each thread, the first, with the number of all in it.',
    }),
  ),
  in: Type.Optional(
    Type.String({
      description: '`posts` or `titles`; both if omitted.',
      documented: { enum: ['posts', 'titles'] },
    }),
  ),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type SearchQuery = Static<typeof SearchQuery>

const SearchHit = Type.Object({
  type: Type.Literal('ForumSearchHit'),
  thread: described(ThreadName, 'The thread that it is in.'),
  section: described(SectionHead, 'The section that the thread is in.'),
  post: orNull(PostHead, 'The post; null if the thread’s title matched.'),
  offset: Type.Integer({
    description: 'Its `offset` in the thread; 0 for a title.',
  }),
  snippet: Type.String({
    description: 'An excerpt as safe HTML, with no tags but `<mark>` around the words that matched.',
  }),
  thread_hits: Type.Optional(
    Type.Object(
      { count: Type.Integer({ description: 'Their number, this one included.' }) },
      { description: 'The hits in its thread; only with `gather=threads`.' },
    ),
  ),
})
export type SearchHit = Static<typeof SearchHit>

export const SearchHits = listing(SearchHit)
export type SearchHits = Static<typeof SearchHits>
