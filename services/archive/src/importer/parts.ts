import type { Region } from '@agora/shared/lines/lines'
import type { Rejection } from '@agora/shared/lines/rejects'
import type { Observation, ObservationReader } from '../observations/reader.ts'

/** Successive lines of a source. */
export interface Part {
  observations: Observation[]
  rejections: Rejection[]
  lines: number
  bytes: number
}

/** How many bytes of lines end a part early: lines may be a thousand times as long as most are. */
const PART_BYTES = 4 * 1024 * 1024

/** Reads the lines of regions, in parts of roughly `size` observations and rejected lines: a region is not divided. */
export async function* readParts(
  regions: AsyncIterable<Region>,
  from: number,
  reader: ObservationReader,
  size: number,
): AsyncGenerator<Part> {
  let begin = from
  let part: Part | undefined
  for await (const region of regions) {
    part ??= { observations: [], rejections: [], lines: 0, bytes: 0 }
    readRegion(region, reader, part)
    part.bytes = region.position - begin
    if (part.observations.length + part.rejections.length < size && part.bytes < PART_BYTES) continue
    begin = region.position
    yield part
    part = undefined
  }
  if (part) yield part
}

/** Adds a region's content; skips blank lines. */
function readRegion(region: Region, reader: ObservationReader, part: Part): void {
  region.lines.forEach((line, index) => {
    const number = region.firstLine + index
    if (typeof line !== 'string') {
      part.rejections.push({ line: number, ...line })
    } else if (line !== '' && line.trim() !== '') {
      const read = reader.read(line)
      if (typeof read !== 'string') {
        part.observations.push(read)
      } else {
        const isCut = read === 'not JSON' && region.isCut && index === region.lines.length - 1
        const reason = isCut ? 'not JSON: the input may have been cut off here' : read
        part.rejections.push({ line: number, reason, text: line })
      }
    }
  })
  part.lines += region.lines.length
}
