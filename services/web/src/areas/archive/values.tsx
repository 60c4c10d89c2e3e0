import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/visit.ts'
import type { Words } from '../../words/words.ts'
import { type Named, namedOf } from './parts.ts'
import { pageOf } from './places.ts'

const MOST = 12

interface Props {
  visit: Visit
  value: unknown
}

/** An account elsewhere, of which only the id is known. */
const isIdAlone = (value: Record<string, unknown>): value is { id: string | number } =>
  Object.keys(value).every((name) => name === 'id') && 'id' in value

/** A name from the game in readable form. */
export const wordsOf = (name: string, { archive: { parts } }: Words): string =>
  Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : name.replaceAll('_', ' ')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The page of an account or a creature of the same game, if there is one. */
function placeOf({ type, server, id }: Record<string, unknown>): string | undefined {
  if (typeof server !== 'string' || typeof id !== 'string') return undefined
  return type === 'GameAUser' || type === 'GameACreature' ? pageOf(type, server, id) : undefined
}

/** A field's value, whatever its shape: the first few items, and how many more there are. */
export function Value({ visit, value }: Props) {
  const { words, locale } = visit
  if (value === null) return <span class="meta">{words.archive.nothing}</span>
  if (typeof value === 'number') return <>{value.toLocaleString(locale)}</>
  if (typeof value === 'boolean') return <>{value ? words.archive.yes : words.archive.no}</>
  if (Array.isArray(value)) {
    const named = value.map(namedOf).filter((item) => item !== undefined)
    const areAll = value.length > 0 && named.length === value.length
    return areAll ? <AllNamed visit={visit} items={named} /> : <Many visit={visit} items={value} />
  }
  if (!isObject(value)) return <bdi>{String(value)}</bdi>
  const place = placeOf(value)
  if (place !== undefined)
    return (
      <a href={place}>
        <bdi>{String(value.username ?? value.id)}</bdi>
      </a>
    )
  if (isIdAlone(value)) return <>#{value.id}</>
  return (
    <Pairs visit={visit} entries={Object.entries(value).filter(([name]) => name !== 'type')}>
      {(one) => <Value visit={visit} value={one} />}
    </Pairs>
  )
}

interface PairsProps<One> {
  visit: Visit
  entries: readonly (readonly [string, One])[]
  children: (one: One) => Child
}

function Pairs<One>({ visit: { words }, entries, children }: PairsProps<One>) {
  return (
    <>
      <dl class="pairs">
        {entries.slice(0, MOST).map(([name, one]) => (
          <div>
            <dt>
              <bdi>{wordsOf(name, words)}</bdi>
            </dt>
            <dd>{children(one)}</dd>
          </div>
        ))}
      </dl>
      {entries.length > MOST && <p class="meta">{words.archive.more(entries.length - MOST)}</p>}
    </>
  )
}

/** Each under its name: its own value, and what else is known about it. */
function AllNamed({ visit, items }: { visit: Visit; items: readonly Named[] }) {
  return (
    <Pairs visit={visit} entries={items.map(({ name, rest }) => [name, Object.entries(rest)] as const)}>
      {([first, ...others]) => (
        <>
          {first && <Value visit={visit} value={first[1]} />}
          {others.map(([name, value]) => (
            <span class="meta">
              {' '}
              {wordsOf(name, visit.words)} <Value visit={visit} value={value} />
            </span>
          ))}
        </>
      )}
    </Pairs>
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
