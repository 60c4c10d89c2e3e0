import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { houseColours, stylesheetOf } from '@agora/shared/config/colours'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { takesCoding } from '@agora/shared/http/codings'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'
import { staticFile } from './static.ts'

interface Asset {
  url: string
  type: string
  hash: string
  content: Buffer
  /** The content for who takes no gzip, once somebody does; undefined if it is not gzipped. */
  plain: (() => Buffer) | undefined
}

const { resolve } = createRequire(import.meta.url)

/** The address contains the content's hash, so the file at an address never changes. */
function asset(name: string, type: string, file: string, beginning = ''): Asset {
  const content = Buffer.concat([Buffer.from(beginning), readFileSync(file)])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  const dot = name.lastIndexOf('.')
  return {
    url: `/assets/${name.slice(0, dot)}.${hash}${name.slice(dot)}`,
    type,
    hash,
    content,
    plain: file.endsWith('.gz') ? once(() => gunzipSync(content)) : undefined,
  }
}

/** Unpacked for each reader it would take their connections' time, and the memory of each who does not read. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The stylesheets and scripts of the pages, and the captcha widget as published, with its WebAssembly. */
const files = {
  house: asset('house.css', 'text/css; charset=utf-8', staticFile('house.css'), stylesheetOf(houseColours)),
  style: asset('site.css', 'text/css; charset=utf-8', staticFile('site.css')),
  reference: asset('reference.js', 'text/javascript; charset=utf-8', staticFile('reference.js.gz')),
  referenceSetup: asset(
    'reference-setup.js',
    'text/javascript; charset=utf-8',
    staticFile('reference-setup.js'),
  ),
  operations: asset('operations.js', 'text/javascript; charset=utf-8', staticFile('operations.js')),
  operationsStyle: asset('operations.css', 'text/css; charset=utf-8', staticFile('operations.css')),
  captchaSetup: asset('captcha-setup.js', 'text/javascript; charset=utf-8', staticFile('captcha-setup.js')),
  captchaWidget: asset('captcha.js', 'text/javascript; charset=utf-8', resolve('@cap.js/widget/cap.min.js')),
  captchaSolver: asset('captcha.wasm', 'application/wasm', resolve('@cap.js/wasm/browser/cap_wasm_bg.wasm')),
}

/** The address of each file, for the pages. */
export const assets = {
  house: files.house.url,
  style: files.style.url,
  reference: files.reference.url,
  referenceSetup: files.referenceSetup.url,
  operations: files.operations.url,
  operationsStyle: files.operationsStyle.url,
  captchaSetup: files.captchaSetup.url,
  captchaWidget: files.captchaWidget.url,
  captchaSolver: files.captchaSolver.url,
}

const ONE_YEAR = 365 * 24 * 60 * 60

export function assetRoutes(app: Server): void {
  const byUrl = new Map(Object.values(files).map((file) => [file.url, file]))
  app.get('/assets/:file', { config: { access: access.forwarded, anonymous: true } }, (request, reply) => {
    const file = byUrl.get(request.url.split('?', 1)[0] ?? '')
    if (!file) throw new ApiError(common.notFound)
    const { plain } = file
    const isPacked = plain !== undefined && takesCoding(request.headers['accept-encoding'], 'gzip')
    const etag = isPacked ? `"${file.hash}-gzip"` : `"${file.hash}"`
    if (plain) reply.header('vary', 'accept-encoding')
    reply.headers({
      etag,
      'cache-control': `public, max-age=${ONE_YEAR}, immutable`,
      'x-content-type-options': 'nosniff',
    })
    if (isKnown(request.headers['if-none-match'], etag)) return notModified(reply).send()
    reply.type(file.type)
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply.send(plain && !isPacked ? plain() : file.content)
  })
}
