import type { Schemas } from '@agora/client'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { type Scheme, schemes, stylesheetOf } from '@agora/shared/config/colours'
import { kept } from '@agora/shared/lifecycle/kept'
import { readText } from '@agora/shared/upstream/read-text'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { LRUCache } from 'lru-cache'
import { type Asset, assetOf } from './assets.ts'
import type { Look } from './look.ts'

type Site = Schemas['Site']

const PATH = '/api/v1/site'
/** A page that another process has made may name colours that this one does not know yet. */
const ASKED_EVERY_MS = 1_000
/** Pages that were made with earlier colours are still on screens. */
const MAX_SHEETS = 8

/**
 * What administrators have set of the site, kept in the process: pages show it without a call of the API. Until it was asked for
 * once, it is as the configuration says.
 */
export class KeptSite {
  readonly #gateway: Upstream
  readonly #look: Look
  readonly #sheets = new LRUCache<string, Asset>({ max: MAX_SHEETS })
  /** Asks for it once, however many pages want it. */
  readonly #again = kept(ASKED_EVERY_MS, () => this.refresh())
  #stylesheet: string | undefined
  settings: Pick<Site, 'name' | 'colours' | 'logo' | 'icon' | 'registration' | 'accepts_rules'>
  /** The tag of the API's answer: another one once something was changed. */
  tag = ''

  constructor(gateway: Upstream, { site }: AgoraConfig, look: Look) {
    const { name, theme, registration } = site
    this.#gateway = gateway
    this.#look = look
    this.settings = {
      name,
      colours: { light: theme.light, dark: theme.dark } as Site['colours'],
      logo: null,
      icon: null,
      registration: registration.mode,
      accepts_rules: registration.accepts_rules,
    }
    this.#draw()
  }

  /** Leaves it as it is while the API cannot tell. */
  async refresh(): Promise<void> {
    const { statusCode, headers, body } = await this.#gateway.send({
      method: 'GET',
      path: PATH,
      headers: this.tag === '' ? {} : { 'if-none-match': this.tag },
    })
    const text = await readText(body)
    if (statusCode !== 200) return
    this.settings = JSON.parse(text) as Site
    this.tag = String(headers.etag ?? text.length)
    this.#draw()
  }

  get look(): Look {
    const { logo, icon } = this.settings
    return {
      ...this.#look,
      ...(logo && { logo: logo.thumbnail_uri, picture: logo.uri }),
      ...(icon && { icon: icon.uri, touchIcon: icon.touch_uri }),
      stylesheet: this.#stylesheet,
    }
  }

  coloursOf = (scheme: Scheme) => this.settings.colours[scheme]

  /** A stylesheet of the site's colours, as they are or were lately. */
  async findSheet(url: string): Promise<Asset | undefined> {
    if (!this.#sheets.has(url)) await this.#again()
    return this.#sheets.get(url)
  }

  #draw(): void {
    const { colours } = this.settings
    const css = stylesheetOf(Object.fromEntries(schemes.map((one) => [one, colours[one]])) as Site['colours'])
    const sheet = css === '' ? undefined : assetOf('theme.css', Buffer.from(css))
    this.#stylesheet = sheet?.url
    if (!sheet) return
    this.#sheets.set(sheet.url, sheet)
  }
}
