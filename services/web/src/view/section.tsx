interface Face {
  description?: string
  colour?: string
}

/** Its colour, before its name; says nothing to who does not see it. */
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
