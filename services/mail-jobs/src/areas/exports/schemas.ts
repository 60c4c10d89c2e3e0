import type { Readable } from 'node:stream'
import { Type } from 'typebox'

export const ExportParams = Type.Object({
  export_id: Type.String({ description: 'Id of the export.' }),
  file: Type.String({ description: 'Which of its files, from 1.' }),
})
export const ExportFile = Type.Unsafe<Readable>({
  type: 'string',
  contentMediaType: 'application/zip',
  description: 'A ZIP file of NDJSON files, by service and kind of data.',
})
