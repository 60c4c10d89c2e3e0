import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { createForumStatistics } from './operations/count-posts.ts'
import { ForumStatistics } from './schemas.ts'

export function statisticsRoutes(app: Server, context: Context): void {
  const countPosts = createForumStatistics(context)

  app.get('/api/v1/forum/statistics', {
    config: { access: access.administrator },
    schema: {
      operationId: 'countPosts',
      summary: 'How many posts are written a day',
      description: 'For administrators: those in closed sections count, too. Counted once a minute at most.',
      tags: ['Forum statistics'],
      response: responses(ForumStatistics),
    },
    handler: () => countPosts(),
  })
}
