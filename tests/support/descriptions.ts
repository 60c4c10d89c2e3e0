interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
}

interface Content {
  schema?: Schema
  example?: unknown
}

/** A reference is to one of the components, which are looked at by themselves. */
type Parameter = { name: string; description?: string; $ref?: undefined } | { $ref: string }

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

/** The parts of the API's document that explain something. */
export interface DescribedDocument {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** The parameters and properties without a description, error bodies excepted. */
export function undescribed({ paths, webhooks, components }: DescribedDocument): string[] {
  const isDescribed = ({ description, $ref, anyOf }: Schema): boolean => {
    if (description !== undefined) return true
    const target = components.schemas[$ref?.split('/').at(-1) ?? '']
    return target ? isDescribed(target) : (anyOf ?? []).some((part) => part.$ref && isDescribed(part))
  }
  const within = (schema: Schema, place: string): string[] => {
    const { properties = {}, patternProperties = {}, items, additionalProperties, anyOf = [] } = schema
    const named = Object.entries(properties)
    const nested = [...Object.values(patternProperties), ...anyOf, items, additionalProperties]
    return [
      ...named.filter(([, property]) => !isDescribed(property)).map(([name]) => `${place}.${name}`),
      ...named.flatMap(([name, property]) => within(property, `${place}.${name}`)),
      ...nested.flatMap((part) => (typeof part === 'object' ? within(part, place) : [])),
    ]
  }
  const contents = (content: Record<string, Content> = {}, place: string) =>
    Object.values(content).flatMap(({ schema }) => (schema ? within(schema, place) : []))
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  )
  const bare = (parameters: readonly Parameter[]): string[] =>
    parameters.flatMap((one) => (one.$ref === undefined && one.description === undefined ? [one.name] : []))
  return [
    ...bare(Object.values(components.parameters)),
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      name === 'Error' ? [] : within(schema, name),
    ),
    ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...bare(parameters).map((name) => `${operationId} ${name}`),
      ...contents(requestBody?.content, `${operationId} body`),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .flatMap(([status, { content }]) => contents(content, `${operationId} ${status}`)),
    ]),
  ]
}
