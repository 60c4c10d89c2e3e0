/** An HTML parser that accepts only what markup may become, and throws on anything else. */
export interface Tag {
  readonly kind: 'open' | 'close'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

export type Piece = Tag | string

const OPEN_TAG = /^<([a-z]+\d?)((?: [a-z-]+="[^"<>]*")*)>/
const CLOSE_TAG = /^<\/([a-z]+\d?)>/
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g
const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
])
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Every element with each list of attributes it may have, as `name=value` patterns. */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  a: [/^href=https?:\/\/[^\s"<>`\\]+;rel=nofollow ugc noopener$/i],
  blockquote: [/^class=mkt-quote$/],
  br: [/^$/],
  cite: [/^$/],
  code: [/^$/, /^class=language-[A-Za-z0-9+#.-]{1,32}$/],
  del: [/^$/],
  div: [/^class=mkt-admin$/, /^class=mkt-mod$/],
  em: [/^$/],
  h3: [/^$/],
  h4: [/^$/],
  h5: [/^$/],
  li: [/^$/, /^value=\d{1,10}$/],
  ol: [/^$/, /^start=\d{1,9}$/],
  pre: [/^$/],
  span: [
    /^class=mkt-spoiler$/,
    /^class=mkt-icon mkt-icon-(smile|eye_roll|plus-1)$/,
    new RegExp(`^class=mkt-mention;data-user-id=${UUID}$`),
  ],
  strong: [/^$/],
  ul: [/^$/],
}

const HEADINGS = ['h3', 'h4', 'h5']
const LISTS = ['li', 'ol', 'ul']
const BLOCKS = new Set(['blockquote', 'div', 'pre', ...HEADINGS, ...LISTS])
/** What may be in itself. */
const NESTING = new Set(['blockquote', 'code', 'div', 'span', ...LISTS])
/** What blocks may be in. */
const HOLDING = new Set(['blockquote', 'div', ...LISTS])

export function readHtml(html: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < html.length) {
    if (html[at] !== '<') {
      const next = html.indexOf('<', at)
      const end = next < 0 ? html.length : next
      pieces.push(decode(html.slice(at, end)))
      at = end
      continue
    }
    const rest = html.slice(at, at + 4096)
    const open = OPEN_TAG.exec(rest)
    const tag = open ?? CLOSE_TAG.exec(rest)
    if (tag === null) throw new Error(`not a tag at ${at}: ${rest.slice(0, 40)}`)
    pieces.push({
      kind: open ? 'open' : 'close',
      name: tag[1]!,
      attributes: new Map(
        [...(open?.[2] ?? '').matchAll(ATTRIBUTE)].map((match) => [match[1]!, decode(match[2]!)]),
      ),
    })
    at += tag[0].length
  }
  return pieces
}

/**
 * Throws unless every tag is allowed with exactly its attributes, tags are closed in order, and blocks are nested only
 * in blocks.
 */
export function checkStructure(pieces: readonly Piece[]): void {
  const open: string[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') continue
    const { kind, name, attributes } = piece
    if (kind === 'close') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`)
      continue
    }
    const written = [...attributes].map(([key, value]) => `${key}=${value}`).join(';')
    if (!ALLOWED[name]?.some((pattern) => pattern.test(written))) {
      throw new Error(`<${name} ${written}> is not allowed`)
    }
    const isInSpan = open.some((element) => !HOLDING.has(element))
    if (BLOCKS.has(name) && isInSpan) throw new Error(`<${name}> in <${open.at(-1)}>`)
    const parent = open.at(-1) ?? ''
    if ((name === 'li') !== (parent === 'ol' || parent === 'ul')) throw new Error(`<${name}> in <${parent}>`)
    if (parent === 'li' && BLOCKS.has(name) && !LISTS.includes(name)) throw new Error(`<${name}> in an item`)
    if (!NESTING.has(name) && open.includes(name)) {
      throw new Error(`<${name}> in its own kind`)
    }
    if (name !== 'br') open.push(name)
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`)
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name === 'br' ? '\n' : '')).join('')
}

function decode(text: string): string {
  return text.replace(/&[^;&]*;?/g, (entity) => {
    const character = ENTITIES.get(entity)
    if (character === undefined) throw new Error(`unknown entity ${entity}`)
    return character
  })
}
