import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostHead } from '../../heads/post.ts'
import { SectionHead } from '../../heads/section.ts'
import { ThreadName } from '../../heads/thread.ts'
import { orNull } from '../../schemas.ts'

/** In characters, after trimming. */
export const SHORTEST = 2
export const LONGEST = 200
/** Hits beyond this are neither counted nor listed. */
export const MOST_HITS = 1_000

/** The operation validates `q` and `in`: what is wrong with them is their meaning, not their form. */
export const SearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      description: `What to look for, ${SHORTEST} to ${LONGEST} characters: words, \`"phrases"\`, \`-not\`, \`or\`.`,
    }),
  ),
  section: Type.Optional(
    Type.String({ description: 'Id or key of a section: only what is in it, or in those below it.' }),
  ),
  author: Type.Optional(Type.String({ description: 'Id of an account: only what it wrote.' })),
  in: Type.Optional(
    Type.String({ description: '`posts` or `titles`; both where it is absent.', examples: ['posts'] }),
  ),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type SearchQuery = Static<typeof SearchQuery>

const SearchHit = Type.Object({
  type: Type.Literal('ForumSearchHit'),
  thread: described(ThreadName, 'The thread that it is in.'),
  section: described(SectionHead, 'The section that the thread is in.'),
  post: orNull(PostHead, 'The post; null where the thread’s title was found.'),
  offset: Type.Integer({
    description: 'The `offset` of the thread’s page that begins with it; 0 of a title.',
  }),
  snippet: Type.String({
    description:
      'A part of the text as safe HTML, without any tag but `<mark>` around the words that were found.',
  }),
})
export type SearchHit = Static<typeof SearchHit>

export const SearchHits = listing(SearchHit)
export type SearchHits = Static<typeof SearchHits>
