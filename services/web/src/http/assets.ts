import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import type { Server } from '@agora/shared/http/types'

/** The folder `static`, which lies two folders above this one, its compiled form and one above the bundle's. */
const folder = fileURLToPath(new URL('../../static/', import.meta.url))

interface Asset {
  url: string
  type: string
  tag: string
  plain: Buffer
  encoded: Record<'br' | 'gzip', Buffer>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The content's hash is in the address, so a file never changes under its address. */
function readAsset(name: string): [string, Asset] {
  const plain = readFileSync(path.join(folder, name))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  const { name: stem, ext } = path.parse(name)
  const encoded = { br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) }
  const type = types[ext] ?? 'application/octet-stream'
  return [name, { url: `/static/${stem}.${hash}${ext}`, type, tag: `"${hash}"`, plain, encoded }]
}

const files = new Map(
  readdirSync(folder)
    .filter((name) => path.extname(name) in types)
    .map(readAsset),
)
const byUrl = new Map([...files.values()].map((file) => [file.url, file]))

/** Where a file of `static/` is found. */
export function assetUrl(name: string): string {
  const file = files.get(name)
  if (!file) throw new Error(`there is no static/${name}`)
  return file.url
}

const ONE_YEAR_S = 365 * 24 * 60 * 60

export function assetRoutes(app: Server): void {
  app.get('/static/:file', { config: { access: access.forwarded, anonymous: true } }, (request, reply) => {
    const file = byUrl.get(request.url.split('?', 1)[0] ?? '')
    if (!file) throw new ApiError(common.notFound)
    reply.headers({
      etag: file.tag,
      'cache-control': `public, max-age=${ONE_YEAR_S}, immutable`,
      vary: 'accept-encoding',
    })
    if (request.headers['if-none-match']?.includes(file.tag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(file.type).send(encoding ? file.encoded[encoding] : file.plain)
  })
}
