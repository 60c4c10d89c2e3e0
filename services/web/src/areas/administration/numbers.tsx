import { must } from '../../api.ts'
import type { Visit } from '../../http/visit.ts'
import { dayInWords } from '../../words/times.ts'

interface Numbers {
  members: number
  /** Those who joined within 14 days. */
  joined: number
  /** Undefined while that service is away. */
  days: readonly { day: string; posts: number }[] | undefined
  /** Reported posts and threads, 1,000 at most. */
  reports: number
  /** Undefined while that service is away. */
  dead: number | undefined
}

/** What has happened lately, and what waits. */
export async function readNumbers({ api, waiting }: Visit): Promise<Numbers> {
  const [accounts, forum, dead, { reports = 0 }] = await Promise.all([
    must(api.GET('/api/v1/users/statistics')),
    api.GET('/api/v1/forum/statistics'),
    api.GET('/api/v1/apps/deliveries/dead-letters', { params: { query: { limit: 1 } } }),
    waiting(),
  ])
  const joined = accounts.days.reduce((sum, { members }) => sum + members, 0)
  return { members: accounts.members, joined, days: forum.data?.days, reports, dead: dead.data?.count }
}

export function Numbers({ visit, numbers }: { visit: Visit; numbers: Numbers }) {
  const { overview: own } = visit.words.administration
  const { members, joined, days, reports, dead } = numbers
  return (
    <section class="numbers" aria-label={own.numbers}>
      <p class="number">
        <a href="/administration/members">{own.members(members)}</a>
        <span class="meta">{own.joined(joined)}</span>
      </p>
      {days && (
        <div class="number">
          <span>{own.posts(days.at(-1)?.posts ?? 0)}</span>
          <Days visit={visit} days={days} />
          <span class="meta">{own.postsBefore(days.reduce((sum, { posts }) => sum + posts, 0))}</span>
        </div>
      )}
      <p class={reports > 0 ? 'number waits' : 'number'}>
        <a href="/moderation">{own.reports(reports)}</a>
      </p>
      {dead !== undefined && (
        <p class={dead > 0 ? 'number waits' : 'number'}>
          <a href="/administration/deliveries">{own.dead(dead)}</a>
        </p>
      )}
    </section>
  )
}

const HEIGHT = 32
const WIDTH = 10

/** A bar for each day; each is named when it is pointed at, and read out with its number. */
function Days({ visit, days }: { visit: Visit; days: NonNullable<Numbers['days']> }) {
  const { overview: own } = visit.words.administration
  const most = Math.max(1, ...days.map(({ posts }) => posts))
  return (
    <svg
      class="days"
      viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={own.postsADay}
      preserveAspectRatio="none"
    >
      {days.map(({ day, posts }, index) => {
        const height = Math.max(1, Math.round((posts / most) * HEIGHT))
        return (
          <rect x={index * WIDTH + 1} y={HEIGHT - height} width={WIDTH - 2} height={height}>
            <title>{own.postsOf(dayInWords(visit, `${day}T00:00:00.000Z`), posts)}</title>
          </rect>
        )
      })}
    </svg>
  )
}
