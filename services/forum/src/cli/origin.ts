import { type Dialect, plainDialect } from '@agora/moving/bodies/pieces'
import { openSource } from '@agora/moving/eternaltwin/source'
import { openNodebb } from '@agora/moving/nodebb/source'
import { fileSource, pipeSource, type Source } from '@agora/shared/lines/source'

/** The source of an imported forum. */
export interface Origin {
  source: Source
  dialect: Dialect
  /** What was passed over, in sentences; complete when the source has been read. */
  left: readonly string[]
  /** The default path of the report. */
  reportPath: string
  close(): Promise<void>
}

export interface OriginWords {
  name: string
  from?: string | undefined
  source?: string | undefined
  address?: string | undefined
  file?: string | undefined
}

/** Undefined if the arguments do not name one. @throws Error if it cannot be read */
export async function openOrigin(words: OriginWords): Promise<Origin | undefined> {
  const { from, name, file, source: url, address } = words
  if (from === 'nodebb' && url !== undefined && file === undefined) {
    const nodebb = await openNodebb(url, { name, address })
    return nodebb && { ...nodebb, reportPath: `${name}.report.ndjson` }
  }
  if (from === 'eternaltwin' && url !== undefined && file === undefined) {
    const key = process.env.ETERNALTWIN_SECRET
    if (!key) throw new Error('ETERNALTWIN_SECRET is not set: it opens the encrypted columns')
    const eternaltwin = await openSource(url, key)
    return { ...eternaltwin, dialect: plainDialect(name), reportPath: `${name}.report.ndjson` }
  }
  if (from !== 'ndjson' || file === undefined) return undefined
  const source = file === '-' ? pipeSource(process.stdin) : await fileSource(file)
  const reportPath = `${file === '-' ? name : file}.report.ndjson`
  return { source, dialect: plainDialect(name), left: [], reportPath, close: async () => {} }
}
