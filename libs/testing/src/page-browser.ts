import { randomBytes } from 'node:crypto'

/** What a browser got from an address. */
export interface Page {
  status: number
  url: string
  headers: Headers
  text: string
  /** A redirect's target, as an absolute address. */
  location: string | undefined
}

interface Cookie {
  name: string
  value: string
  path: string
}

/**
 * A headless browser: cookies by name and path, forms by their fields, no scripts. Redirects are returned, not
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

  /** Opens a page and sends its form, with these fields over the hidden ones. */
  async submit(target: string, fields: Record<string, string>): Promise<Page> {
    const page = await this.get(target)
    if (page.status !== 200) throw new Error(`${target}: ${page.status} ${page.text}`)
    const action = /<form method="post" action="([^"]+)"/.exec(contentOf(page.text))?.[1]
    return this.post(action ?? page.url, { ...hiddenFields(page.text), ...fields })
  }

  /** Opens a page and sends its form to this address, with these fields over the displayed ones. */
  async fill(target: string, action: string, fields: Record<string, string> = {}): Promise<Page> {
    const page = await this.get(target)
    if (page.status !== 200) throw new Error(`${target}: ${page.status} ${page.text}`)
    return this.post(action, { ...fieldsOf(page.text, action), ...fields })
  }

  /** A page, or the one that its redirects lead to. */
  async follow(page: Page): Promise<Page> {
    return page.location === undefined ? page : this.follow(await this.get(page.location))
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

/** What a page's form to this address would send unchanged: the values of its fields, without its buttons. */
export function fieldsOf(text: string, action: string): Record<string, string> {
  const form = [...text.matchAll(/<form\b[^>]*\baction="([^"]+)"[^>]*>[\s\S]*?<\/form>/g)].find(
    ([, target]) => unescaped(target ?? '') === action,
  )?.[0]
  if (form === undefined) throw new Error(`there is no form to ${action}`)
  const fields: Record<string, string> = {}
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const isOff = ['checkbox', 'radio'].includes(attribute(tag, 'type') ?? '') && !/ checked\b/.test(tag)
    const name = attribute(tag, 'name')
    if (name !== undefined && !isOff) fields[name] = unescaped(attribute(tag, 'value') ?? '')
  }
  for (const [, name = '', value] of form.matchAll(
    /<textarea\b[^>]* name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g,
  ))
    fields[name] = unescaped((value ?? '').replace(/^\n/, ''))
  for (const [, name = '', options = ''] of form.matchAll(
    /<select\b[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    const all = [...options.matchAll(/<option\b[^>]*>/g)].map(([tag]) => tag)
    const chosen = all.find((tag) => / selected\b/.test(tag)) ?? all[0]
    if (chosen !== undefined) fields[name] = unescaped(attribute(chosen, 'value') ?? '')
  }
  return fields
}

/** A page without the frame around it, which has forms of its own. */
export const contentOf = (text: string): string => /<main\b[\s\S]*<\/main>/.exec(text)?.[0] ?? text

/** The hidden fields of a page's form. */
export function hiddenFields(text: string): Record<string, string> {
  const inputs = contentOf(text).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/?>/g)
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
