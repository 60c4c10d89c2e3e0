/** Replaces `{name}` by ids and tokens, in texts at any depth; bytes stay as they are. */
export function withNames<Value>(value: Value, names: Readonly<Record<string, string>>): Value {
  if (value instanceof Uint8Array) return value
  const text = JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const meant = names[name]
    if (meant === undefined) throw new Error(`nothing is called ${name}`)
    return meant
  })
  return JSON.parse(text)
}
