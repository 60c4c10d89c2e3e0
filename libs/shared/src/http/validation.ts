import { Ajv, type KeywordDefinition, type ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { plainName } from '../contracts/names.ts'
import { isUserUriTemplate } from '../contracts/user-uri.ts'

/** No NUL, which Postgres refuses, and no unpaired surrogate, which UTF-8 cannot hold. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

function isHttpUrl(value: string): boolean {
  if (!isStorableText(value) || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** A private-use scheme, which names an application by a domain in reverse (RFC 8252, section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/

/** Where an authorization may end: a page, or a native application. It has no fragment (RFC 6749, section 3.1.2). */
function isCallbackUri(value: string): boolean {
  if (value.includes('#')) return false
  return isHttpUrl(value) || (privateScheme.test(value) && isStorableText(value) && URL.canParse(value))
}

/** A moment that can be stored and told in the contract's form: no leap second, and no year beyond four digits in UTC. */
function isTellableMoment(value: string): boolean {
  const time = new Date(value).getTime()
  return time >= FIRST_MOMENT && time <= LAST_MOMENT
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** A keyword that writes a string that enters in one way, before anything of it is judged: what reads the same is the same. */
const writtenBy = (keyword: string, written: (value: string) => string): KeywordDefinition => ({
  keyword,
  type: 'string',
  schema: false,
  modifying: true,
  errors: false,
  before: 'maxLength',
  validate: (value: string, { parentData, parentDataProperty }: DataValidationCxt) => {
    parentData[parentDataProperty] = written(value)
    return true
  },
})
const lowercase = writtenBy('lowercase', (value) => value.toLowerCase())
const plainNames = writtenBy('plainName', plainName)

/** The JSON Schema dialect of all routes, events and configuration. */
export function createAjv(
  options: { coerceTypes?: boolean; allErrors?: boolean; verbose?: boolean } = {},
): Ajv {
  const ajv = new Ajv({
    strict: false,
    useDefaults: true,
    // These checks would take a good part of the start-up time: the schemas are TypeBox's, and V8 optimizes the code anyway.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
    ...options,
  })
  addFormats.default(ajv, ['date-time', 'email', 'uuid'])
  const { validate: isRfc3339 } = ajv.formats['date-time'] as { validate(value: string): boolean }
  ajv.addFormat('date-time', (value: string) => isRfc3339(value) && isTellableMoment(value))
  ajv.addFormat('text', isStorableText)
  ajv.addFormat('http-url', isHttpUrl)
  ajv.addFormat('callback-uri', isCallbackUri)
  ajv.addFormat('user-uri', isUserUriTemplate)
  ajv.addKeyword(lowercase)
  ajv.addKeyword(plainNames)
  return ajv
}

/** For values that come from elsewhere than requests: a schema is compiled when it is first asked for, and kept. */
export const ajv = createAjv()

const decimal = /^-?\d{1,15}$/

/** Query strings arrive as text: only plain decimal digits are integers (Ajv alone would take 0x10 and 1e2). */
function withStrictIntegers(validate: ValidateFunction, schema: unknown): ValidateFunction {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {}
  const integers = Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
  if (integers.length === 0) return validate
  const strict = (data: Record<string, unknown>): boolean => {
    const bad = integers.find((name) => typeof data[name] === 'string' && !decimal.test(data[name]))
    if (bad === undefined) {
      const valid = validate(data)
      strict.errors = validate.errors
      return valid
    }
    strict.errors = [
      {
        instancePath: `/${bad}`,
        schemaPath: '',
        keyword: 'type',
        params: { type: 'integer' },
        message: 'must be integer',
      },
    ]
    return false
  }
  strict.errors = null as ValidateFunction['errors']
  return strict as unknown as ValidateFunction
}

/** Coerces query and path parameters only; a body is taken as it is. */
export function validatorCompiler(): FastifySchemaCompiler<unknown> {
  const bodies = createAjv()
  const parameters = createAjv({ coerceTypes: true })
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return bodies.compile(schema as object)
    return withStrictIntegers(parameters.compile(schema as object), schema)
  }
}
