/** A mail as a reader sees it. */
export interface ReadableMail {
  from: string
  to: string
  subject: string
  date: string
  text: string | undefined
  html: string | undefined
}

interface Part {
  headers: Map<string, string>
  body: string
}

/** Parts within parts within parts are followed this deep. */
const DEEPEST = 5

/** Reads a whole message as it came over SMTP; bytes are Latin-1 characters until their charset is known. */
export function readMail(raw: Buffer): ReadableMail {
  const mail = splitPart(raw.toString('latin1'))
  const header = (name: string) => decodeWords(mail.headers.get(name) ?? '')
  const leaves = leavesOf(mail, DEEPEST)
  const bodyOf = (type: string) => {
    const leaf = leaves.find((part) => typeOf(part).startsWith(type))
    return leaf && decodeBody(leaf)
  }
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: header('date'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  }
}

function splitPart(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' }
}

function typeOf(part: Part): string {
  return (part.headers.get('content-type') ?? 'text/plain').toLowerCase()
}

function parameter(part: Part, name: string): string | undefined {
  const match = new RegExp(`[; ]${name}="?([^";]+)"?`, 'i').exec(part.headers.get('content-type') ?? '')
  return match?.[1]
}

function leavesOf(part: Part, depth: number): Part[] {
  const boundary = parameter(part, 'boundary')
  if (boundary === undefined || depth === 0 || !typeOf(part).startsWith('multipart/')) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(splitPart(piece.replace(/^\r?\n/, '').replace(/\r?\n$/, '')), depth - 1))
}

function decodeBody(part: Part): string {
  const encoding = (part.headers.get('content-transfer-encoding') ?? '').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(part.body) : part.body, 'latin1')
  return decodeBytes(bytes, parameter(part, 'charset') ?? 'utf-8')
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function unquote(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The encoded words of a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?([^?]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) => {
      const bytes =
        encoding.toUpperCase() === 'B'
          ? Buffer.from(word, 'base64')
          : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
      return decodeBytes(bytes, charset)
    })
}
