import { readFileSync } from 'node:fs'
import path from 'node:path'
import { common } from '@agora/shared/errors/common'
import { projectRoot } from '@agora/suite/project'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './client.ts'

interface DocumentedResponse {
  $ref?: string
  content?: Record<string, { schema?: object; examples?: Record<string, { value: { error: string } }> }>
}
export interface DocumentedOperation {
  operationId: string
  description?: string
  security?: Record<string, string[]>[]
  responses: Record<string, DocumentedResponse>
}
export interface DocumentedWebhook {
  operationId: string
  description: string
  requestBody: { content: Record<string, { schema: object; example: unknown }> }
}
export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: DocumentedWebhook }>
  components: { responses: Record<string, DocumentedResponse>; schemas: Record<string, object> }
}

/** The API's document as it is checked in. */
export function apiDocument(): ApiDocument {
  return JSON.parse(readFileSync(path.join(projectRoot, 'docs/openapi.json'), 'utf8'))
}

/** The response itself if the document references a shared one. */
function resolve({ components }: ApiDocument, response: DocumentedResponse): DocumentedResponse {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (components.responses[name] ?? {})
}

/** The messages that the document lists for a failure, each once; none for a success. */
function messagesOf({ content }: DocumentedResponse): string[] {
  const examples = Object.values(content?.['application/json']?.examples ?? {})
  return [...new Set(examples.map(({ value }) => value.error))]
}

/** The outcomes that the document lists for an operation: `getUser 200`, `getUser 404 user not found`. */
export function documentedOutcomes(document: ApiDocument, operation: DocumentedOperation): string[] {
  // What is not listed by itself is none.
  const listed = Object.entries(operation.responses).filter(([status]) => status !== 'default')
  return listed.flatMap(([status, response]) => {
    const outcome = `${operation.operationId} ${status}`
    const messages = messagesOf(resolve(document, response))
    return messages.length === 0 ? [outcome] : messages.map((message) => `${outcome} ${message}`)
  })
}

/** Stand for every message that names a field, since those are not listed one by one. */
const namesField = new Set(
  Object.values(common)
    .filter((error) => error.namesField)
    .map(({ message }) => message),
)

/** The listed message that stands for this one; undefined if there is none. */
function listedAs(message: unknown, listed: readonly string[]): string | undefined {
  const isListed = (candidate: string) =>
    candidate === message ||
    (namesField.has(candidate) && typeof message === 'string' && message.startsWith('invalid '))
  return listed.find((candidate) => candidate === message) ?? listed.find(isListed)
}

/** A part of a JSON pointer. */
const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** A path that is not UTF-8 is refused before routing. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** The statuses of unknown paths, and of requests that reach no route. */
const UNROUTED = new Set([400, 404, 405, 413, 431])

/** The document with the validators of its responses, each compiled once for all suites of a worker. */
class Validators {
  readonly document = apiDocument()
  // The document is judged by tests of its own: doing that again here took most of the time of this.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  })
  readonly #known = new Map<string, ValidateFunction>()
  readonly #paths: { template: string; pattern: RegExp }[]

  constructor() {
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('uri-template', true)
    this.#ajv.addSchema(this.document, 'api')
    this.#paths = Object.keys(this.document.paths)
      // A literal segment takes precedence over a parameter.
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  }

  templateOf(pathname: string): string | undefined {
    if (!isDecodable(pathname)) return undefined
    return this.#paths.find(({ pattern }) => pattern.test(pathname))?.template
  }

  of(template: string, verb: string, status: number, response: DocumentedResponse): ValidateFunction {
    const place = response.$ref ?? `#/paths/${pointerPart(template)}/${verb}/responses/${status}`
    const pointer = `api${place}/content/application~1json/schema`
    const known = this.#known.get(pointer)
    if (known) return known
    const validate = this.#ajv.compile({ $ref: pointer })
    this.#known.set(pointer, validate)
    return validate
  }

  errorsText({ errors }: ValidateFunction): string {
    return this.#ajv.errorsText(errors, { dataVar: 'body' })
  }
}

let shared: Validators | undefined

/**
 * Checks every answer of a suite against the API's document: its status must be one that the operation lists, its body
 * must have the documented shape, and an error's message must be one of that status. Throws the discrepancy.
 */
export class DocumentedAnswers {
  /** What was answered so far, as `documentedOutcomes` writes it. */
  readonly produced = new Set<string>()
  readonly #validators: Validators

  constructor() {
    shared ??= new Validators()
    this.#validators = shared
  }

  /** `isDirect`: the request bypassed the gateway, so a caller without a principal gets 401. */
  hold(method: string, url: URL, answer: Answer, isDirect: boolean): void {
    const { document } = this.#validators
    const { status, text } = answer
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const template = this.#validators.templateOf(url.pathname)
    const operation = template === undefined ? undefined : document.paths[template]?.[verb]
    if (template === undefined || !operation) {
      if (verb !== 'options' && !UNROUTED.has(status) && !(isDirect && status === 401))
        throw this.#fault(answer, `${method} ${url.pathname} is not documented`)
      return
    }
    if (status === 304 || (isDirect && status === 401)) return
    const id = operation.operationId
    const response = operation.responses[status]
    if (!response) throw this.#fault(answer, `${id} documents no ${status}`)
    if (method === 'HEAD') return
    const resolved = resolve(document, response)
    const messages = messagesOf(resolved)
    const message = listedAs(answer.body?.error, messages)
    if (messages.length > 0 && message === undefined)
      throw this.#fault(answer, `${id} documents no such ${status}`)
    this.produced.add(message === undefined ? `${id} ${status}` : `${id} ${status} ${message}`)
    const content = resolved.content
    if (!content) {
      if (text !== '') throw this.#fault(answer, `${id} documents no body of its ${status}`)
      return
    }
    if (!content['application/json']) return
    const validate = this.#validators.of(template, verb, status, response)
    if (!validate(answer.body)) throw this.#fault(answer, `${id}: ${this.#validators.errorsText(validate)}`)
  }

  #fault({ status, text }: Answer, what: string): Error {
    return new Error(`not as documented (docs/openapi.json): ${what}\n${status} ${text.slice(0, 1_000)}`)
  }
}
