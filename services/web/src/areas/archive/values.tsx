import type { Visit } from '../../http/visit.ts'

const MOST = 12

interface Props {
  visit: Visit
  value: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A reference to an account or a creature of the same game, as far as there is a page of it. */
function placeOf({ type, server, id }: Record<string, unknown>): string | undefined {
  if (typeof server !== 'string' || typeof id !== 'string') return undefined
  if (type === 'GameAUser') return `/archive/game_a/${server}/users/${id}`
  if (type === 'GameACreature') return `/archive/game_a/${server}/creatures/${id}`
  return undefined
}

/** What a field of a game read, whatever its shape: the first of many, and how many more there are. */
export function Value({ visit, value }: Props) {
  const { words, locale } = visit
  if (value === null) return <span class="meta">{words.archive.nothing}</span>
  if (typeof value === 'number') return <>{value.toLocaleString(locale)}</>
  if (typeof value === 'boolean') return <>{value ? words.archive.yes : words.archive.no}</>
  if (Array.isArray(value)) return <Many visit={visit} items={value} />
  if (!isObject(value)) return <bdi>{String(value)}</bdi>
  const place = placeOf(value)
  if (place !== undefined)
    return (
      <a href={place}>
        <bdi>{String(value.username ?? value.id)}</bdi>
      </a>
    )
  const entries = Object.entries(value).filter(([name]) => name !== 'type')
  return (
    <dl class="pairs">
      {entries.slice(0, MOST).map(([name, one]) => (
        <div>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            <Value visit={visit} value={one} />
          </dd>
        </div>
      ))}
      {entries.length > MOST && <p class="meta">{words.archive.more(entries.length - MOST)}</p>}
    </dl>
  )
}

function Many({ visit, items }: { visit: Visit; items: readonly unknown[] }) {
  const { words } = visit
  if (items.length === 0) return <span class="meta">{words.archive.none}</span>
  return (
    <>
      {items.slice(0, MOST).map((item, index) => (
        <>
          {index > 0 && ', '}
          <Value visit={visit} value={item} />
        </>
      ))}
      {items.length > MOST && <span class="meta"> {words.archive.more(items.length - MOST)}</span>}
    </>
  )
}
