import { type Static, Type } from 'typebox'
import { nullable, Uuid } from './types.ts'

/** The most pictures that one text shows. */
export const MAX_MEDIA = 100
/** The most pictures that one place shows: a post in all of its revisions. */
export const MAX_CLAIMED = 10_000

/**
 * The media service's `POST /internal/media/claims`, for the forum only: which pictures a place shows now, a post in any of
 * its revisions, or a draft. A post's replaces what it claimed before; none releases all. Repeating it is harmless, and of
 * two the higher version wins whichever comes last. A picture that nothing has claimed for 24 hours, and that is no avatar,
 * is deleted. A draft is what its writer, whose id it has, has in hand: it claims nothing, but those hours begin anew.
 */
export const MediaClaim = Type.Object({
  place: Type.Object({ kind: Type.Enum(['Post', 'Draft']), id: Uuid }),
  version: Type.Integer({ minimum: 0 }),
  /** The author: pictures of others are not claimed. */
  owner: Uuid,
  media: Type.Array(Uuid, { maxItems: MAX_CLAIMED }),
})
export type MediaClaim = Static<typeof MediaClaim>

/** Those of the named pictures that are there and the author's own, for an `img` with its size. */
export const ClaimedMedia = Type.Object({
  media: Type.Array(
    Type.Object({ id: Uuid, width: Type.Integer(), height: Type.Integer(), is_animated: Type.Boolean() }),
  ),
})
export type ClaimedMedia = Static<typeof ClaimedMedia>

/** The most posts in one of the questions below. */
export const MAX_POSTS = 100

/**
 * The forum's `POST /internal/pictures/moderation`, for the media service only: whether a member, under credentials that
 * let them use their roles, moderates a section of one of these posts.
 */
export const PictureModeration = Type.Object({
  user: Uuid,
  posts: Type.Array(Uuid, { maxItems: MAX_POSTS }),
})
export type PictureModeration = Static<typeof PictureModeration>
export const ModeratesPicture = Type.Object({ moderates: Type.Boolean() })
export type ModeratesPicture = Static<typeof ModeratesPicture>

/**
 * The forum's `GET /internal/pictures/claims`, for the media service only: whether it is behind with what it has to claim. As
 * long as it is, nothing is known of what no post shows.
 */
export const PictureClaims = Type.Object({ is_behind: Type.Boolean() })
export type PictureClaims = Static<typeof PictureClaims>

/**
 * The forum's `POST /internal/pictures/removals`, for the media service only: a picture is gone. Where it stood in these
 * posts, its alternative text stands afterwards. Repeating it is harmless.
 */
export const PictureRemoval = Type.Object({ media: Uuid, posts: Type.Array(Uuid, { maxItems: MAX_POSTS }) })
export type PictureRemoval = Static<typeof PictureRemoval>
export const PictureRemoved = Type.Object({})

/**
 * The media service's `GET /internal/avatars/:user_id`, for the gateway only: whether a member has chosen a picture to be
 * shown by.
 */
export const AvatarChoice = Type.Object({ is_chosen: Type.Boolean() })

/**
 * The media service's `POST /internal/emblems`, for the forum and the gateway: an administrator chooses one of their own
 * pictures as an emblem, by which a section or the site is shown. It is kept for a day, whether or not it is shown by then.
 */
export const EmblemChoice = Type.Object({
  media: Uuid,
  owner: Uuid,
  /** Whether it is for the site: its square icons are made from it. */
  icons: Type.Boolean(),
})
export type EmblemChoice = Static<typeof EmblemChoice>

/** The picture, with the size of its `full` variant in pixels; null if the owner has no such picture. */
export const HeldEmblem = Type.Object({
  picture: nullable(
    Type.Object({ width: Type.Integer(), height: Type.Integer(), is_animated: Type.Boolean() }),
  ),
})
export type HeldEmblem = Static<typeof HeldEmblem>

/**
 * `GET /internal/emblems` of the forum and the gateway, for the media service only: the pictures by which sections, or the
 * site, are shown. A picture that neither names, and that nothing else shows, is deleted after a day. `POST
 * /internal/emblems/removals` tells them that a picture is deleted; repeating it is harmless.
 */
export const ShownEmblems = Type.Object({ media: Type.Array(Uuid) })
export const EmblemRemoval = Type.Object({ media: Uuid })
export const EmblemRemoved = Type.Object({})
