import { fileSource, pipeSource, type Source } from '@agora/shared/lines/source'
import { openSource } from '../eternaltwin/source.ts'

/** The source of imported observations. */
export interface Origin {
  source: Source
  /** What was passed over, in sentences; complete when the source has been read. */
  left: readonly string[]
  /** Where rejected lines are kept by default. */
  rejectsPath: string | undefined
  close(): Promise<void>
}

/** Undefined if the arguments do not name one. @throws Error if it cannot be read */
export async function openOrigin(
  { from, source: url }: { from?: string | undefined; source?: string | undefined },
  files: readonly string[],
): Promise<Origin | undefined> {
  const [file] = files
  if (from === 'eternaltwin' && url !== undefined && file === undefined)
    return { ...(await openSource(url)), rejectsPath: 'eternaltwin.rejects.ndjson' }
  if (from !== undefined || url !== undefined || file === undefined || files.length > 1) return undefined
  const source = file === '-' ? pipeSource(process.stdin) : await fileSource(file)
  return {
    source,
    left: [],
    rejectsPath: file === '-' ? undefined : `${file}.rejects.ndjson`,
    close: async () => {},
  }
}
