/** A backend that a service requires: the environment key for its address, and the ports it listens on. */
export const backends = {
  postgres: { key: 'DATABASE_URL', ports: [5432] },
  redis: { key: 'REDIS_URL', ports: [6379, 26_379] },
  nats: { key: 'NATS_URL', ports: [4222] },
  smtp: { key: 'SMTP_URL', ports: [25, 465, 587, 1025] },
} as const
export type Backend = keyof typeof backends

/** Secrets of a deployment that one service alone holds, by the names that a deployment keeps them under. */
export type OwnSecret =
  | 'principalKey'
  | 'internalKey'
  | 'administratorPassword'
  | 'heldNamesKey'
  | 'captchaKey'
  | 'webhookKey'
  | 'mailPixelKey'

/**
 * Everything that others need to know about a service. Suite, documentation, deployment, monitoring and tests are
 * derived from it.
 */
export interface ServiceDeclaration {
  /** As people read it. */
  readonly title: string
  /**
   * The paths that the gateway forwards: these below /api/v1, or every path of the site that no other service has. None
   * for the gateway itself.
   */
  readonly serves: readonly `/${string}`[] | 'the rest of the site'
  /** The caller makes no difference there: credentials are ignored. */
  readonly anonymous?: boolean
  /** The `error` of the answer while the service is away, where it is not the common one. */
  readonly unavailable?: string
  /** How long the answer to a write may take to begin, in milliseconds, where it is another time than the common one. */
  readonly answerMs?: number
  readonly backends: readonly Backend[]
  /** What one process holds of Postgres, where that is among its backends. */
  readonly connections?: {
    /** The most for requests and work. */
    readonly pool: number
    /** Kept for LISTEN and the locks of a session, one each. */
    readonly sessions: number
    /** What guests read may come from a replica: a pool as large there, and one session more on either server. */
    readonly replica?: true
  }
  /** Secrets of its own, by the key of its environment. */
  readonly secrets: Readonly<Record<string, OwnSecret>>
  /** Services whose calls to its /internal routes it takes. */
  readonly calledBy: readonly string[]
  /** Whether it calls the public API at the gateway, with its callers' credentials and none of its own. */
  readonly asksTheApi?: boolean
  /** Variables that `npm start` hands on besides those that begin with its name; `*` stands for any letters. */
  readonly settings: readonly string[]
  /** Where /metrics is served, if not on the port that requests come to. */
  readonly metricsPort?: number
  /** Destinations outside the deployment, other than its backends. */
  readonly reaches: readonly { readonly what: string; readonly port: number }[]
  /** Of one process in a cluster. Memory beyond the limit ends it. */
  readonly resources: { readonly cpu: string; readonly memory: string; readonly memoryLimit: string }
  /**
   * What shows that there are too few processes: the one thread of a busy process, rows that wait for one, or the
   * processor where that is all.
   */
  readonly scalesBy: 'event loop' | 'waiting work' | 'cpu'
  /** The most processes that an autoscaler makes of it. */
  readonly maxReplicas: number
}
