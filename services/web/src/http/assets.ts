import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { houseColours, stylesheetOf } from '@agora/shared/config/colours'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { takesCoding } from '@agora/shared/http/codings'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'

/** The folder `static`, which lies two folders above this file and its compiled form, and one above the bundle. */
const folder = fileURLToPath(new URL('../../static/', import.meta.url))

export interface Asset {
  url: string
  type: string
  hash: string
  plain: () => Buffer
  encoded: Partial<Record<(typeof codings)[number], Buffer>>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
}

/** A module's import of another one. */
const imported = /(?<=from '\.\/)[\w-]+\.js(?=')/g

/** The address contains the content's hash, so the file at an address never changes. */
function addressed(name: string, content: Buffer): Pick<Asset, 'url' | 'type' | 'hash'> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  const { name: stem, ext } = path.parse(name)
  return { url: `/static/${stem}.${hash}${ext}`, type: types[ext] ?? 'application/octet-stream', hash }
}

export function assetOf(name: string, plain: Buffer): Asset {
  const encoded = { br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) }
  return { ...addressed(name, plain), plain: () => plain, encoded }
}

/** A file that the build has packed; unpacked once a caller asks for it who does not take gzip. */
function packedAsset(name: string, packed: Buffer): Asset {
  let plain: Buffer | undefined
  return {
    ...addressed(name, packed),
    plain: () => {
      plain ??= gunzipSync(packed)
      return plain
    },
    encoded: { gzip: packed },
  }
}

/** The parts of `pages.css`, one file each in `static/pages`; small screens, colour schemes and paper come last. */
const parts = [
  'frame',
  'parts',
  'lists',
  'posts',
  'finding',
  'moderating',
  'archive',
  'games',
  'administering',
  'entry',
  'circumstances',
]

/** What a browser has no use for in a stylesheet. */
const commentOrIndentation = /\/\*[^*]*\*\/|^\s+/gm

/** Stylesheets are one request each: the house's begins with its colours, the pages' consists of its parts. */
function textOf(name: string): string {
  const read = (file: string) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    return file.endsWith('.css') ? text.replaceAll(commentOrIndentation, '') : text
  }
  if (name === 'house.css') return stylesheetOf(houseColours) + read(name)
  return name === 'pages.css' ? parts.map((part) => read(`pages/${part}.css`)).join('\n') : read(name)
}

/** Modules import each other by their hashed addresses. */
function readAsset(name: string): Asset {
  const known = files.get(name)
  if (known) return known
  const plain = Buffer.from(textOf(name).replaceAll(imported, (other) => path.basename(readAsset(other).url)))
  const asset = assetOf(name, plain)
  files.set(name, asset)
  return asset
}

const files = new Map<string, Asset>()
for (const name of [...readdirSync(folder), 'pages.css']) if (path.extname(name) in types) readAsset(name)
const { resolve } = createRequire(import.meta.url)
/** The captcha widget as it is published, with its WebAssembly. */
const ofTheWidget = {
  'captcha.js': '@cap.js/widget/cap.min.js',
  'captcha.wasm': '@cap.js/wasm/browser/cap_wasm_bg.wasm',
}
for (const [name, file] of Object.entries(ofTheWidget))
  files.set(name, assetOf(name, readFileSync(resolve(file))))
files.set('reference.js', packedAsset('reference.js', readFileSync(path.join(folder, 'reference.js.gz'))))

/** The covers of applications that come with the pages, by their names. */
export const coverUrls: ReadonlyMap<string, string> = new Map(
  [...files]
    .filter(([name]) => name.startsWith('box_'))
    .map(([name, { url }]) => [path.parse(name).name, url]),
)

/** The address of a file in `static/`. */
export function assetUrl(name: string): string {
  const file = files.get(name)
  if (!file) throw new Error(`there is no static/${name}`)
  return file.url
}

const FOR_GOOD = `public, max-age=${365 * 24 * 60 * 60}, immutable`

/** The best first. */
const codings = ['br', 'gzip'] as const

interface OwnFiles {
  look: { assets: readonly Asset[] }
  /** Its icons, and the stylesheets of its colours. */
  site: {
    look: { icon: string | undefined; touchIcon: string | undefined }
    findSheet: (url: string) => Promise<Asset | undefined>
  }
}

/** A stylesheet of the site's colours, whichever these are. */
const SHEET = /^\/static\/theme\.[\w-]{16}\.css$/

export function assetRoutes(app: Server, { look: { assets: own }, site }: OwnFiles): void {
  const byUrl = new Map([...files.values(), ...own].map((file) => [file.url, file]))

  // Asked for by whoever has not read a page of this version, and so does not know the file's address.
  const lasting = {
    '/favicon.ico': () => site.look.icon ?? assetUrl('icon.svg'),
    '/apple-touch-icon.png': () => site.look.touchIcon,
    '/markup.css': () => assetUrl('markup.css'),
  }
  for (const [url, find] of Object.entries(lasting))
    app.get(url, { config: { access: access.forwarded, anonymous: true } }, (_request, reply) => {
      const file = find()
      if (file === undefined) throw new ApiError(common.notFound)
      return reply.header('cache-control', 'public, max-age=3600').redirect(file, 302)
    })

  app.get('/static/:file', {
    config: { access: access.forwarded, anonymous: true },
    handler: async (request, reply) => {
      const [url = ''] = request.url.split('?', 1)
      const file = byUrl.get(url) ?? (SHEET.test(url) ? await site.findSheet(url) : undefined)
      if (!file) throw new ApiError(common.notFound)
      const encoding = codings.find(
        (one) => file.encoded[one] && takesCoding(request.headers['accept-encoding'], one),
      )
      const etag = encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`
      reply.headers({
        etag,
        'cache-control': FOR_GOOD,
        // Even if somebody opens a picture directly, no script in it runs.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        vary: 'accept-encoding',
      })
      if (isKnown(request.headers['if-none-match'], etag)) return notModified(reply).send()
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type(file.type).send(encoding ? file.encoded[encoding] : file.plain())
    },
  })
}
