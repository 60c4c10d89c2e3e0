import { strFromU8, unzipSync } from 'fflate'

/** The entries of an export's ZIP file that are of lines, each as its lines. */
export function entriesOf(bytes: Uint8Array): Record<string, Record<string, unknown>[]> {
  const lines = (file: Uint8Array) =>
    strFromU8(file)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const ofLines = Object.entries(unzipSync(bytes)).filter(([name]) => name.endsWith('.ndjson'))
  return Object.fromEntries(ofLines.map(([name, file]) => [name, lines(file)]))
}
