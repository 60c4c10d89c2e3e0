import fastJsonStringify from 'fast-json-stringify'

/** Writes answers of this schema. Compiles at the first one: see `validatorCompiler`. */
export function serializerOf(schema: object): (answer: unknown) => string {
  let compiled: ReturnType<typeof fastJsonStringify> | undefined
  return (answer) => {
    compiled ??= fastJsonStringify(schema)
    return compiled(answer)
  }
}
