/** What a service cannot do without: the key of its environment that says where it is, and the ports it listens on. */
export const backends = {
  postgres: { key: 'DATABASE_URL', ports: [5432] },
  redis: { key: 'REDIS_URL', ports: [6379] },
  nats: { key: 'NATS_URL', ports: [4222] },
  smtp: { key: 'SMTP_URL', ports: [25, 465, 587, 1025] },
} as const
export type Backend = keyof typeof backends

/** Secrets of a deployment that one service alone holds, by the names that a deployment keeps them under. */
export type OwnSecret =
  | 'principalKey'
  | 'internalKey'
  | 'administratorPassword'
  | 'captchaKey'
  | 'webhookKey'
  | 'mailPixelKey'

/** All that others need to know of a service. What runs, documents, deploys, watches and tests it is made from this. */
export interface ServiceDeclaration {
  /** As people read it. */
  readonly title: string
  /**
   * What the gateway passes on: these paths below /api/v1, or every path of the site that nobody else serves. Nothing
   * for the gateway itself.
   */
  readonly serves: readonly `/${string}`[] | 'the rest of the site'
  /** Who asks makes no difference there: no credential is looked at. */
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
  }
  /** Secrets of its own, by the key of its environment. */
  readonly secrets: Readonly<Record<string, OwnSecret>>
  /** Services whose calls to its /internal routes it takes. */
  readonly calledBy: readonly string[]
  /** Whether it asks the public API at the gateway, as anybody may: with its callers' credentials and none of its own. */
  readonly asksTheApi?: boolean
  /** Variables that `npm start` hands on besides those that begin with its name; `*` stands for any letters. */
  readonly settings: readonly string[]
  /** Where /metrics is served, if not on the port that requests come to. */
  readonly metricsPort?: number
  /** What it reaches outside the deployment, besides its backends. */
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
