import { askedWebhooks } from './webhook-events.ts'

const kinds = Object.keys(askedWebhooks)

/** The kind of an event by its type: `agora.forum.post.created`, and in some the version. */
export const kindOf = (type: string): string => type.replace(/^agora\./, '').replace(/\.v\d+$/, '')

/** `forum.post.*` and `forum.*` of `forum.post.created`. */
const groupsOf = (kind: string): string[] =>
  kind
    .split('.')
    .slice(0, -1)
    .map((_, index, parts) => `${parts.slice(0, index + 1).join('.')}.*`)

/** What a channel may ask for: single kinds, and all whose names begin alike. */
export const webhookPatterns: readonly string[] = [
  ...new Set(kinds.flatMap((kind) => [...groupsOf(kind), kind])),
]

/** What a channel that says nothing asks for. */
export const DEFAULT_PATTERNS = ['moderation.*']

/** Whether a channel with these patterns is told of this kind. */
export const asksFor = (patterns: readonly string[], kind: string): boolean =>
  patterns.some((pattern) => pattern === kind || groupsOf(kind).includes(pattern))

interface Telling {
  channels: readonly { events: readonly string[]; event_stream_callback_uri?: string | null | undefined }[]
}

/** Whether some application is to be told of threads and posts. */
export const tellsOfContent = (apps: readonly Telling[]): boolean =>
  apps.some(({ channels }) =>
    channels.some(
      ({ events, event_stream_callback_uri: address }) =>
        address && kinds.some((kind) => kind.startsWith('forum.') && asksFor(events, kind)),
    ),
  )
