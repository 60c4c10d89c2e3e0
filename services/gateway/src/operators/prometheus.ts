/** One line of Prometheus's text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g
const escapes: Record<string, string> = { n: '\n' }
const unescaped = (text: string) =>
  text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)

const numberOf = (text: string) => Number(text.replace(/^([+-]?)Inf$/i, '$1Infinity'))

/** Parses the text format 0.0.4; skips everything but samples. */
export function parseMetrics(text: string): Sample[] {
  const samples: Sample[] = []
  for (const row of text.split('\n')) {
    if (row.startsWith('#')) continue
    const [, name, labels = '', value] = line.exec(row) ?? []
    if (name === undefined || value === undefined) continue
    const pairs = [...labels.matchAll(label)].map(([, key, raw]) => [key, unescaped(raw ?? '')])
    samples.push({ name, labels: Object.fromEntries(pairs), value: numberOf(value) })
  }
  return samples
}
