import { randomBytes } from 'node:crypto'

export interface Page {
  status: number
  url: string
  headers: Headers
  text: string
  /** Where a redirect points, as a whole address. */
  location: string | undefined
}

interface Cookie {
  name: string
  value: string
  path: string
}

/**
 * A browser without a screen: cookies by name and path, forms by their fields, no scripts. Redirects are answered, not
 * followed.
 */
export class Browser {
  readonly cookies = new Map<string, Cookie>()
  readonly site: string
  readonly headers: Record<string, string>

  constructor(site: string, headers: Record<string, string> = {}) {
    this.site = site
    this.headers = headers
  }

  get(target: string): Promise<Page> {
    return this.send('GET', target)
  }

  /** Sends a form from this site's own page. */
  post(target: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    return this.send('POST', target, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(this.site).origin,
      ...headers,
    })
  }

  /** Opens a page and sends its form with these fields over the hidden ones. */
  async submit(target: string, fields: Record<string, string>): Promise<Page> {
    const page = await this.get(target)
    if (page.status !== 200) throw new Error(`${target}: ${page.status} ${page.text}`)
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
    return this.post(action ?? page.url, { ...hiddenFields(page.text), ...fields })
  }

  async send(
    method: string,
    target: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const url = new URL(target, this.site)
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: this.cookiesFor(url.pathname), accept: 'text/html', ...this.headers, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    for (const header of response.headers.getSetCookie()) this.keep(header)
    const location = response.headers.get('location')
    return {
      status: response.status,
      url: url.href,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  private cookiesFor(path: string): string {
    return [...this.cookies.values()]
      .filter((cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  private keep(header: string): void {
    const [pair = '', ...attributes] = header.split(/; */)
    const [name = '', value = ''] = pair.split('=')
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const isGone = attribute('max-age') === '0' || attribute('expires')?.includes('1970')
    if (isGone) this.cookies.delete(`${name} ${path}`)
    else this.cookies.set(`${name} ${path}`, { name, value, path })
  }
}

/** The hidden fields of a page's form. */
export function hiddenFields(text: string): Record<string, string> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescaped(value ?? '')]))
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export const randomText = () => randomBytes(32).toString('base64url')
