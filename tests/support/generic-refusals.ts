import type { CallOptions } from '@agora/testing/client'

export interface GenericRefusal {
  request: CallOptions
  query?: string
  /** The answer, unless it is the listed message itself. */
  message?: string | RegExp
}

/** Also routes that read no field of it look at its depth. */
const tooDeep = '['.repeat(40) + ']'.repeat(40)

/** Requests that produce this error on every route that documents it, whatever the caller and the resource. */
export const genericRefusals: Readonly<Record<string, GenericRefusal>> = {
  'request body is not valid JSON': { request: { body: '{' } },
  'a JSON request body is required': { request: {} },
  'unsupported content type: send application/json': {
    request: { body: 'text', headers: { 'content-type': 'text/plain' } },
  },
  'unsupported content coding: send the body as it is': {
    request: { body: {}, headers: { 'content-encoding': 'gzip' } },
  },
  'request body is too large': { request: { body: JSON.stringify('x'.repeat(1024 * 1024)) } },
  'invalid origin': { request: { body: {}, headers: { origin: 'https://elsewhere.example' } } },
  'invalid request body': { request: { body: tooDeep }, message: /^invalid / },
  'invalid parameter': {
    request: {},
    query: '?limit=-1&section=x&include=x&by=x&size=0&locale=nowhere&closed=x&time=x',
    message: /^invalid `(limit|field|section|include|by|size|locale|closed|time)` query parameter$/,
  },
}
