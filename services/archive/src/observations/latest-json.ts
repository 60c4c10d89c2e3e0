import type { Latest } from './timeline.ts'

/** `record.latest` as it is read: start, end, retrieved (in ms) and the value, as JSON.parse gives it. */
export type LatestJson = Record<string, [number, number | null, number, unknown] | undefined>

/** Fields in order, so that equal archives have equal rows. */
export function encodeLatest(latest: ReadonlyMap<string, Latest>): string {
  let text = ''
  for (const field of inOrder([...latest.keys()])) {
    const { start, end, retrieved, text: value } = latest.get(field) as Latest
    text += `${text === '' ? '{' : ','}"${field}":[${start},${end},${retrieved},${value}]`
  }
  return text === '' ? '{}' : `${text}}`
}

/** They mostly are: a row that was read has its fields in order, and new ones are rare. */
function inOrder(fields: string[]): string[] {
  const isOrdered = fields.every((field, index) => index === 0 || (fields[index - 1] as string) < field)
  return isOrdered ? fields : fields.sort()
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
