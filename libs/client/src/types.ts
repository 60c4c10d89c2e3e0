import type { components, paths } from './schema.ts'

/** The API's resources by name, such as `Schemas['ForumThread']`. */
export type Schemas = components['schemas']

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch'
type Operation = { parameters: object; responses: object }

/** Endless answers have methods of their own. */
type StreamPath = '/api/v1/notifications/stream' | '/api/v1/forum/moderation/stream'
/** The paths with an operation by this method. */
export type PathOf<M extends Method> = Exclude<
  { [Path in keyof paths]: paths[Path] extends Record<M, Operation> ? Path : never }[keyof paths],
  StreamPath
>
type OperationOf<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<M, infer One> ? One : never

type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T]
/** Optional if all of it is. */
type Field<Name extends string, T> = [RequiredKeys<T>] extends [never]
  ? { [Key in Name]?: T }
  : { [Key in Name]: T }

type ParametersOf<One> = One extends { parameters: infer Parameters } ? Field<'params', Parameters> : never
type BodyOf<One> = One extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : One extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: never }

/** A request's contents, besides its path: exactly these, so that an unknown key does not compile. */
export type RequestOf<Path extends keyof paths, M extends Method> = ParametersOf<OperationOf<Path, M>> &
  BodyOf<OperationOf<Path, M>> &
  RequestOptions

export interface RequestOptions {
  headers?: HeadersInit
  signal?: AbortSignal
  cache?: RequestCache
  credentials?: RequestCredentials
  keepalive?: boolean
}

/** Omitted if nothing is needed. */
export type Arguments<Given> = [RequiredKeys<Given>] extends [never] ? [request?: Given] : [request: Given]

/** JSON; errors also have another form, for those who ask for it. */
type ContentOf<Response> = Response extends { content: { 'application/json': infer Content } }
  ? Content
  : undefined
type Success = 200 | 201 | 202 | 204
type ResponsesOf<One> = One extends { responses: infer Responses } ? Responses : never
type Contents<Responses> = { [Status in keyof Responses]: ContentOf<Responses[Status]> }[keyof Responses]

/** Either the result, or the error. */
export type AnswerOf<Path extends keyof paths, M extends Method> =
  | {
      data: Contents<
        Pick<ResponsesOf<OperationOf<Path, M>>, keyof ResponsesOf<OperationOf<Path, M>> & Success>
      >
      error?: never
      response: Response
    }
  | {
      data?: never
      error: Contents<Omit<ResponsesOf<OperationOf<Path, M>>, Success>>
      response: Response
    }

type Send<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...request: Arguments<RequestOf<Path, M>>
) => Promise<AnswerOf<Path, M>>

/** A request on its way out, or its answer on its way in; `schemaPath` is the path with its parameters in braces. */
export interface Passing {
  request: Request
  readonly schemaPath: string
}

/** A replacement, or nothing to leave it as it is. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing fits, too
type Instead<T> = T | undefined | void | Promise<T | undefined | void>

/** Intercepts each call: credentials that are renewed, a log. */
export interface Middleware {
  onRequest?(passing: Passing): Instead<Request>
  onResponse?(passing: Passing & { response: Response }): Instead<Response>
}

/** The routes of the API by path. */
export interface Routes {
  GET: Send<'get'>
  PUT: Send<'put'>
  POST: Send<'post'>
  DELETE: Send<'delete'>
  PATCH: Send<'patch'>
  use(...middleware: Middleware[]): void
}
