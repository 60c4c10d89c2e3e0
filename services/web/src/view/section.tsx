import type { Schemas } from '@agora/client'

interface Face {
  description?: string
  colour?: string
  picture?: Schemas['ForumSection']['picture']
}

/** Its colour, before its name; says nothing to readers who do not see it. */
export const Colour = ({ colour }: Face) =>
  colour === undefined ? null : (
    <svg class="colour" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={colour} />
    </svg>
  )

/** What it is for. */
export const Description = ({ description, locale }: Face & { locale: string | null }) =>
  description === undefined ? null : (
    <p class="beginning" dir="auto" lang={locale ?? undefined}>
      {description}
    </p>
  )

/**
 * Stands before a section in a list in which one has a picture: the section's own, or its colour. Screen readers pass over
 * it.
 */
export const Picture = ({ picture, colour }: Face) =>
  picture ? (
    <img class="picture" src={picture.thumbnail_uri} alt="" width={44} height={44} loading="lazy" />
  ) : (
    <svg class="picture" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <circle cx="22" cy="22" r="6" fill={colour ?? 'currentcolor'} />
    </svg>
  )

/** Whether one of them has a picture. */
export const arePictured = (sections: readonly Face[]): boolean => sections.some(({ picture }) => picture)
