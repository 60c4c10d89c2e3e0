import { kindOf } from '@agora/shared/contracts/webhooks'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { apiDocument } from './documented.ts'

/** The same schemas, but that objects have the properties that they name and no other. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  return parts.type === 'object' && parts.properties ? { additionalProperties: false, ...parts } : parts
}

function eventValidator() {
  const { webhooks, components } = apiDocument()
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema({ components: closed(components), webhooks: closed(webhooks) } as object, 'api')
  const kinds = Object.entries(webhooks).map(([kind, { post }]): [string, string] => {
    const [type = ''] = Object.keys(post.requestBody.content)
    return [kind, `api#/webhooks/${kind}/post/requestBody/content/${type.replaceAll('/', '~1')}/schema`]
  })
  return { ajv, kinds: new Map(kinds) }
}

let shared: ReturnType<typeof eventValidator> | undefined

/** What is wrong with an event by the API's document; undefined if it is exactly as documented. */
export function faultOfEvent(event: { type: string }): string | undefined {
  shared ??= eventValidator()
  const { ajv, kinds } = shared
  const place = kinds.get(event.type) ?? kinds.get(kindOf(event.type))
  if (place === undefined) return `${event.type} is not documented`
  const validate = ajv.getSchema(place) ?? ajv.compile({ $ref: place })
  return validate(event) ? undefined : `${event.type}: ${ajv.errorsText(validate.errors)}`
}
