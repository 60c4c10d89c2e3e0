import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { isKnown, notModified, tagOf } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'
import { SHOWN_LENGTH_HEADER } from '@agora/shared/http/visits'
import type { FastifyRequest } from 'fastify'
import { readText, type Text, texts } from './store-large-texts.ts'

/** Larger texts are left out of the statement that reads a page: a hundred of them are 26 MB. */
const LARGE_BYTES = 8_192
/** An answer of at least this size is large. */
const LARGE_ANSWER_BYTES = 1024 * 1024
/**
 * The number of large answers written at once; each holds one text at a time, and its socket's buffer the whole answer.
 */
const MAX_AT_ONCE = 16
const RETRY_AFTER = { 'retry-after': '1' }

/**
 * Precedes the id of the row whose text goes here, and the text's version: an erasure changes a text in place. It is
 * secret, so no content can imitate it.
 */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(${texts.join('|')})(\\d+) ([0-9a-f-]{36}) -?\\d+"`, 'g')

/** The SQL for a text of the row with this alias: a large one is left out, and `writeLargeTexts` writes it into the answer. */
export function textSql(text: Text, alias: string): string {
  const [table, column] = text.split('.')
  const value = `${alias}.${column}`
  // The transaction that wrote a revision, which is cheaper to find than what a large text says.
  const version = table === 'revision' ? `${alias}.xmin` : `hashtext(${value})`
  const found = `'${mark}${text}' || octet_length(${value}) || ' ' || ${alias}.id || ' ' || ${version}`
  return `CASE WHEN octet_length(${value}) > ${LARGE_BYTES} THEN ${found} ELSE ${value} END`
}

/** The characters of a body's HTML that its reader shows; undefined for all of them. */
function shownLength({ headers }: FastifyRequest): number | undefined {
  const given = headers[SHOWN_LENGTH_HEADER]
  return typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : undefined
}

/** How much of this text is written, in characters; undefined for all of it. */
const mostOf = (text: string | undefined, shown: number | undefined) =>
  text === 'revision.html' ? shown : undefined

function expectedBytes(json: string, shown: number | undefined): number {
  let bytes = json.length
  for (const [, text, length] of json.matchAll(marked))
    bytes += Math.min(Number(length), mostOf(text, shown) ?? Number.POSITIVE_INFINITY)
  return bytes
}

/**
 * Reads large texts one by one while their answer is written, so that a page needs no more memory than its longest one;
 * of bodies as much as the reader shows.
 * Only an erasure or an import changes a text; the answer then has the newer one.
 */
export function writeLargeTexts(app: Server, db: Queries): void {
  let writing = 0

  async function* pieces(json: string, shown: number | undefined) {
    let written = 0
    for (const { 0: place, 1: text, 3: id, index } of json.matchAll(marked)) {
      yield json.slice(written, index)
      written = index + place.length
      yield JSON.stringify((await readText(db, text as Text, id!, mostOf(text, shown))) ?? '')
    }
    yield json.slice(written)
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !payload.includes(mark)) return done(null, payload)
    const shown = shownLength(request)
    const etag = request.method === 'GET' ? tagOf(payload.replaceAll(mark, String(shown ?? ''))) : undefined
    if (etag !== undefined && isKnown(request.headers['if-none-match'], etag)) {
      notModified(reply).header('etag', etag)
      return done(null, null)
    }
    const expected = expectedBytes(payload, shown)
    const isLarge = expected >= LARGE_ANSWER_BYTES
    if (isLarge && writing >= MAX_AT_ONCE)
      return done(new ApiError(common.unavailable, { headers: RETRY_AFTER }))
    if (etag !== undefined) reply.header('etag', etag)
    reply.header(EXPECTED_BYTES, expected)
    const written = Readable.from(pieces(payload, shown), { objectMode: false })
    if (isLarge) {
      writing += 1
      // Whether it was read to the end or not: the reader may be gone.
      written.once('close', () => {
        writing -= 1
      })
    }
    done(null, written)
  })
}
