import type { Visit } from '../../http/visit.ts'
import { startOfDate } from '../../words/times.ts'

export const places = ['', 'posts', 'titles'] as const
export const orders = ['', 'newest'] as const

/** What a search asks for, as its address has it; empty where it leaves a choice. */
export interface Filters {
  q: string
  /** A section's key. */
  section: string
  in: (typeof places)[number]
  order: (typeof orders)[number]
  /** Dates as 2026-03-01, both included. */
  from: string
  to: string
  /** An account's id. */
  author: string
  /** The beginning of a member's name. */
  by: string
  /** A thread's id. */
  thread: string
}

export const names = ['q', 'section', 'in', 'order', 'from', 'to', 'author', 'by', 'thread'] as const

export function filtersIn(query: URLSearchParams): Filters {
  const given = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<
    keyof Filters,
    string
  >
  return {
    ...given,
    in: places.find((one) => one === given.in) ?? '',
    order: orders.find((one) => one === given.order) ?? '',
  }
}

/** The address of a search. */
export function searchPath(filters: Filters): string {
  const set = names.flatMap((name) =>
    filters[name] === '' ? [] : [[name, filters[name]] as [string, string]],
  )
  return `/search?${new URLSearchParams(set)}`
}

/** The parameters of the API, which gathers what is in several threads. */
export function apiQuery(
  { zone }: Visit,
  { q, section, in: place, order, from, to, author, thread }: Filters,
) {
  const since = startOfDate(zone, from)
  const until = startOfDate(zone, to, 1)
  return {
    q,
    ...(section !== '' && { section }),
    ...(place !== '' && { in: place }),
    ...(order !== '' && { order }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(author !== '' && { author }),
    ...(thread === '' ? { gather: 'threads' as const } : { thread }),
  }
}
