import type { Latest } from './timeline.ts'

/** `record.latest` as it is read: start, end, retrieved (in ms) and the value, as JSON.parse gives it. */
export type LatestJson = Record<string, [number, number | null, number, unknown] | undefined>

/** Fields in order, so that equal archives have equal rows. */
export function encodeLatest(latest: ReadonlyMap<string, Latest>): string {
  const members = [...latest.keys()].sort().map((field) => {
    const { start, end, retrieved, text } = latest.get(field) as Latest
    return `"${field}":[${start},${end},${retrieved},${text}]`
  })
  return `{${members.join()}}`
}

/** The column keeps its text as it was written, so a value's JSON is again the canonical one. */
export function decodeLatest(json: LatestJson): Map<string, Latest> {
  const latest = new Map<string, Latest>()
  for (const field of Object.keys(json)) {
    const [start, end, retrieved, value] = json[field] as NonNullable<LatestJson[string]>
    latest.set(field, { start, end, retrieved, text: JSON.stringify(value) })
  }
  return latest
}
