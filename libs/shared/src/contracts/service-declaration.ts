/**
 * A backend that a service requires: the environment key for its address, and the ports it listens on. `what` is one
 * that no container of the suite's own Compose file is.
 */
export const backends = {
  postgres: { key: 'DATABASE_URL', ports: [5432] },
  redis: { key: 'REDIS_URL', ports: [6379, 26_379] },
  nats: { key: 'NATS_URL', ports: [4222] },
  smtp: { key: 'SMTP_URL', ports: [25, 465, 587, 1025], what: 'The mail server, wherever it is.' },
  objects: { key: 'MEDIA_URL', ports: [443, 9000], what: 'The object store, wherever it is.' },
} as const
export type Backend = keyof typeof backends

/** Those of these backends that come with a suite in containers. */
export const storesAmong = (needed: readonly Backend[]) =>
  needed.filter((name) => !('what' in backends[name]))
/** The others, with what they are. */
export const elsewhereAmong = (needed: readonly Backend[]) =>
  needed.flatMap((name) => {
    const backend = backends[name]
    return 'what' in backend ? [backend] : []
  })

/** Secrets of a deployment that only one service holds, by their names in the deployment. */
export type OwnSecret =
  | 'principalKey'
  | 'internalKey'
  | 'administratorPassword'
  | 'heldNamesKey'
  | 'idTokenKey'
  | 'authenticatorKey'
  | 'captchaKey'
  | 'webhookKey'
  | 'mailPixelKey'

/** Everything that others need to know about a service: suite, documentation, deployment, monitoring and tests. */
export interface ServiceDeclaration {
  /** For people to read. */
  readonly title: string
  /** The paths below /api/v1 that the gateway forwards; none for the gateway itself. */
  readonly paths: readonly `/${string}`[]
  /** Gets every path of the site that no other service has. */
  readonly isFallback?: boolean
  /** All callers are treated alike: credentials are ignored, of every request or of GET and HEAD. */
  readonly anonymous?: boolean | 'reads'
  /**
   * One of those paths, from the root of the site: POST to it streams a body of up to so many bytes to the service, which waits for its caller, and
   * what is read below it is passed on as it comes. All other bodies and answers are whole before they are passed on.
   * `answerMs` is how long the answer to such a body may take to begin, from its first byte, in milliseconds.
   */
  readonly streams?: { readonly path: `/${string}`; readonly maxBytes: number; readonly answerMs: number }
  /** Whether it stores anything about accounts: an erasure is complete when each of these has done its part. */
  readonly holdsMembersData?: boolean
  /** The `error` of responses while the service is unavailable, if not the common one. */
  readonly unavailable?: string
  /** How long a write's response may take to begin, in milliseconds, if not as long as the others'. */
  readonly answerMs?: number
  readonly backends: readonly Backend[]
  /** The Postgres connections of one process, if that is among its backends. */
  readonly connections?: {
    /** The most for requests and work. */
    readonly pool: number
    /** One each for LISTEN and for session locks. */
    readonly sessions: number
    /** Guests may read from a replica: a pool of the same size there, and one more session on each server. */
    readonly readReplica?: true
    /** Statements are planned for all values alike, named ones once; not for each anew. */
    readonly plansOnce?: true
  }
  /** Its own secrets, by environment key. */
  readonly secrets: Readonly<Record<string, OwnSecret>>
  /** Services that may call its /internal routes. */
  readonly calledBy: readonly string[]
  /** Variables that `npm start` passes on, besides those that begin with its name; `*` stands for any letters. */
  readonly settings: readonly string[]
  /** Where /metrics is served, if not on the port that requests come to. */
  readonly metricsPort?: number
  /**
   * Keeps files in /var/lib/agora: a volume in Compose; in a cluster so much room, for as long as a process lasts. Its
   * process may not write anywhere else.
   */
  readonly files?: { readonly room: string }
  /** Destinations outside the deployment, other than its backends. */
  readonly reaches: readonly { readonly what: string; readonly port: number }[]
  /** What one process has in a cluster, where it is killed beyond its memory limit. */
  readonly resources: { readonly cpu: string; readonly memory: string; readonly memoryLimit: string }
  /** What shows that there are too few processes: a busy event loop, rows waiting for one, or just processor time. */
  readonly scalesBy: 'event loop' | 'waiting work' | 'cpu'
  /** The fewest processes that an autoscaler keeps in a cluster, if not two: one may be gone while a node is drained. */
  readonly minReplicas?: number
  /** The most processes that an autoscaler starts. */
  readonly maxReplicas: number
}
