import type { Scope } from '../contracts/principal.ts'

/** One public error: the status and message that callers see, and its description in the API document. */
export interface ErrorDefinition {
  /** The name in the catalogue; stable, for logs and metrics. */
  readonly code: string
  readonly status: number
  /** The exact text of the body's `error` field. */
  readonly message: string
  /** The answer says more than `message`, or something else: it names the field at fault. */
  readonly namesField?: true
  /** When it is answered, for the API document. */
  readonly description?: string
  /** A 500 that the contract prescribes for a refusal: metrics count it apart from failures. */
  readonly expected?: true
  /** The scope without which a token is refused so. */
  readonly scope?: Scope
  /** Whether a role may spare its holder this refusal, if neither the code nor the scope says so. */
  readonly roleHelps?: boolean
}

type Entry = Omit<ErrorDefinition, 'code'>

/** Declares a service's errors. Throw one with `throw new ApiError(errors.threadNotFound)`. */
export function catalogue<const Entries extends Record<string, Entry>>(
  entries: Entries,
): { readonly [Code in keyof Entries]: ErrorDefinition } {
  const definitions = Object.entries(entries).map(([code, entry]) => [
    code,
    Object.freeze({ code, ...entry }),
  ])
  return Object.freeze(Object.fromEntries(definitions))
}

interface ApiErrorOptions extends ErrorOptions {
  /** Replaces the public message, for the errors that name the field at fault. */
  message?: string
  headers?: Record<string, string>
}

/** The only error that chooses a status. Its `cause` is logged and never shown. */
export class ApiError extends Error {
  readonly headers: Record<string, string>
  readonly #definition: ErrorDefinition

  constructor(definition: ErrorDefinition, options: ApiErrorOptions = {}) {
    super(options.message ?? definition.message, options)
    this.name = 'ApiError'
    this.#definition = definition
    this.headers = options.headers ?? {}
  }

  /** Not an own property: a logger would take it, having a message, for an error and write to it, frozen as it is. */
  get definition(): ErrorDefinition {
    return this.#definition
  }
}
