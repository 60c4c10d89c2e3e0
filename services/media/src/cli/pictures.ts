// Makes pictures of an old forum's uploads for the forum's import: a request a line on standard input, its answer a line on
// standard output.
//   DATABASE_URL=postgres://... MEDIA_URL=file:///... node pictures.js FOLDER
import { realpath } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { runCommand } from '@agora/shared/cli/run-command'
import { partsOf } from '@agora/shared/collections/parts'
import { databaseUrlEnv, readEnv } from '@agora/shared/config/env'
import {
  type ImportedUpload,
  pictureRequests,
  type UploadToImport,
} from '@agora/shared/contracts/moving-pictures'
import { createDatabase } from '@agora/shared/database/database'
import { ajv } from '@agora/shared/http/validation'
import { jsonLine } from '@agora/shared/lines/json-line'
import { createRegistry } from '@agora/shared/observability/metrics'
import { pino } from 'pino'
import { Type } from 'typebox'
import { createMediaStore } from '../areas/media/store.ts'
import { Env } from '../config.ts'
import { Converters } from '../conversion/converters.ts'
import { mediaMetrics } from '../metrics.ts'
import { type ImportContext, importPicture } from '../moving/import-picture.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createSpool } from '../uploads/spool.ts'

const { MEDIA_URL, MEDIA_WORKERS, MEDIA_WORKER_MEMORY, MEDIA_WORKER_SECONDS } = Env.properties
/** An import has no port of its own. */
const NO_PORT = 0

// The caller decides when to stop; work in progress is finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

await runCommand(async () => {
  const env = readEnv(
    Type.Object({ ...databaseUrlEnv, MEDIA_URL, MEDIA_WORKERS, MEDIA_WORKER_MEMORY, MEDIA_WORKER_SECONDS }),
  )
  const folder = process.argv[2] ?? ''
  const uploads = await realpath(folder).catch(() => {
    throw new Error(`there is no folder of uploads ${folder}`)
  })
  const logger = pino(pino.destination(2))
  const db = createDatabase({
    url: env.DATABASE_URL,
    schema: 'media',
    size: env.MEDIA_WORKERS,
    name: 'agora-media-pictures',
    statementTimeoutMs: 0,
  })
  const metrics = mediaMetrics(createRegistry('media'))
  const converters = new Converters({ ...Converters.limitsIn(env), logger, metrics })
  const { storage, incoming, isOwn } = openStorage(env.MEDIA_URL, NO_PORT)
  const spool = createSpool(incoming, { mostBytes: Number.POSITIVE_INFINITY, isOwn })
  const media = createMediaStore(db)
  try {
    await answerAll({ db, media, storage, spool, converters, logger, uploads }, env.MEDIA_WORKERS)
    return 0
  } finally {
    await converters.close()
    await db.close()
  }
})

async function answerAll(context: ImportContext, atOnce: number): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { name, body } = JSON.parse(line)
    if (name !== 'importPictures' || !ajv.validate(pictureRequests.importPictures.body, body))
      throw new Error(`${name}: ${ajv.errorsText()}`)
    const { uploads } = body as { uploads: UploadToImport[] }
    const answers: ImportedUpload[] = []
    for (const part of partsOf(uploads, { count: atOnce }))
      answers.push(...(await Promise.all(part.map((upload) => importPicture(context, upload)))))
    process.stdout.write(jsonLine({ uploads: answers }))
  }
}
