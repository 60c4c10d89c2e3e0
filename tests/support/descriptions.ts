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

/** The parts of the API's document that explain something. */
export interface DescribedDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters?: { name: string; description?: string }[]
        requestBody?: { content: Record<string, Content> }
        responses: Record<string, { content?: Record<string, Content> }>
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}

/** The parameters and properties without a description, error bodies excepted. */
export function undescribed({ paths, components }: DescribedDocument): string[] {
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
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return [
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      name === 'Error' ? [] : within(schema, name),
    ),
    ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters
        .filter(({ description }) => description === undefined)
        .map(({ name }) => `${operationId} ${name}`),
      ...contents(requestBody?.content, `${operationId} body`),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .flatMap(([status, { content }]) => contents(content, `${operationId} ${status}`)),
    ]),
  ]
}
