import type { Schemas } from '@agora/client'
import { assetUrl } from '../../http/assets.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { PictureForm } from '../../view/picture-form.tsx'

/** What pictures of a site are for. */
export type PictureUse = 'logo' | 'icon'

/** A picture that was sent and refused. */
export interface RefusedPicture {
  use: PictureUse
  problem: Problem
  /** Its id, or `none` for none, where only the sender's password is missing. */
  sent: string | undefined
}

interface Props {
  visit: Visit
  site: Schemas['Site']
  refused: RefusedPicture | undefined
}

/** The site's logo and icon, each in a form of its own. */
export const LookPictures = ({ visit, site, refused }: Props) => {
  const { look } = visit
  const { look: own } = visit.words.administration
  const sources = {
    logo: site.logo?.thumbnail_uri ?? look.logo,
    icon: site.icon?.uri ?? look.icon ?? assetUrl('icon.svg'),
  }
  const removable = {
    logo: site.logo !== null,
    icon: site.icon !== null && site.icon.media !== site.logo?.media,
  }
  return (
    <>
      {(['logo', 'icon'] as const).map((use) => (
        <PictureForm
          visit={visit}
          id={use}
          isOneOfSeveral
          title={own[use].title}
          current={sources[use] && <img src={sources[use]} alt="" class="site-picture" />}
          hint={own[use].hint}
          to={`/pictures/site/${use}`}
          removal={removable[use] ? `/administration/look/${use}/remove` : undefined}
          words={refused?.sent === 'none' ? { ...own[use], show: own[use].remove } : own[use]}
          problem={refused?.use === use ? refused.problem : undefined}
          sent={refused?.use === use ? refused.sent : undefined}
        />
      ))}
    </>
  )
}
