import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { searchForum } from './operations/search-forum.ts'
import { MAX_HITS, SearchHits, SearchQuery } from './schemas.ts'

export const searchRoutes = tagged('Forum search', (app, context: Context) => {
  app.get('/api/v1/forum/search', {
    config: { access: access.anyone },
    schema: {
      operationId: 'searchForum',
      summary: 'Search posts and threads',
      description: `Best first. Words match regardless of case, accents and the inflections of their section’s language; in Chinese, Japanese and Korean text any two adjacent characters are a word. New posts are found within seconds; hidden and deleted ones disappear at once. Of more than ${MAX_HITS} matches, the newest are the hits; \`count\` stops there. Gathered by threads, it counts threads.`,
      querystring: SearchQuery,
      response: responses(SearchHits, [
        errors.sectionNotFound,
        errors.threadNotFound,
        errors.userNotFound,
        errors.invalidSearch,
        errors.invalidSearchScope,
      ]),
    },
    handler: ({ principal, query, signal }) => searchForum(context, principal, query, signal),
  })
})
