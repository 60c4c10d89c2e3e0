import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { createForumStatistics } from './operations/count-posts.ts'
import { ForumStatistics } from './schemas.ts'

export const statisticsRoutes = tagged('Forum statistics', (app, context: Context) => {
  const countPosts = createForumStatistics(context)

  app.get('/api/v1/forum/statistics', {
    config: { access: access.administrator },
    schema: {
      operationId: 'countPosts',
      summary: 'How many posts are written a day',
      description: 'For administrators: those in closed sections count, too. Counted once a minute at most.',
      response: responses(ForumStatistics),
    },
    handler: () => countPosts(),
  })
})
