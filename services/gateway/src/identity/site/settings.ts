import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { Queries } from '@agora/shared/database/sql'
import { type Emblem, emblemUri } from '@agora/shared/emblems/emblems'
import type { Site } from './schemas.ts'
import { readSite, type SiteRow } from './store.ts'

const viewLogo = (logo: Emblem | null | undefined): Site['logo'] =>
  logo
    ? {
        media: logo.id,
        width: logo.width,
        height: logo.height,
        uri: emblemUri(logo.id, 'full'),
        thumbnail_uri: emblemUri(logo.id, 'thumbnail'),
      }
    : null

const viewIcon = (icon: Emblem | null | undefined): Site['icon'] =>
  icon
    ? { media: icon.id, uri: emblemUri(icon.id, 'icon-64'), touch_uri: emblemUri(icon.id, 'icon-180') }
    : null

/** The configuration gives what nobody has changed on the pages. */
export const settingsOf = ({ site, mail }: AgoraConfig, changed: SiteRow | undefined): Site => ({
  type: 'Site',
  name: changed?.name ?? site.name,
  colours: changed?.colours ?? { light: site.theme.light, dark: site.theme.dark },
  logo: viewLogo(changed?.logo),
  icon: viewIcon(changed?.icon ?? changed?.logo),
  mail_locale: changed?.mailLocale ?? mail.default_locale,
  registration: changed?.registration ?? site.registration.mode,
  accepts_rules: changed?.acceptsRules ?? site.registration.accepts_rules,
  inviters: changed?.inviters ?? site.registration.inviters,
})

/** The settings of the site as they are now. */
export const readSettings = async (config: AgoraConfig, db: Queries): Promise<Site> =>
  settingsOf(config, await readSite(db))
