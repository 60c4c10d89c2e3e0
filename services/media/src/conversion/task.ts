/** What a worker process is asked to do: to read a file, and to write others. */
export interface Task {
  readonly kind: 'picture' | 'avatar' | 'icons'
  readonly input: string
  /** The folder that it writes to. */
  readonly output: string
}

/** The largest variant, as it was written. */
export interface Converted {
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly isAnimated: boolean
}

export type Outcome = { readonly converted: Converted } | { readonly fault: string }

/** The files of a picture, as a worker writes them and as they are kept. */
export const variants = ['full', 'thumbnail'] as const
export type Variant = (typeof variants)[number]

/** The sides of an avatar, in pixels. */
export const avatarSizes = [48, 96, 192] as const
export type AvatarSize = (typeof avatarSizes)[number]

/** The sides of the icons of a site, in pixels: a browser's, and one for the screens of telephones. */
export const iconSizes = [64, 180] as const
export const iconFileOf = (size: (typeof iconSizes)[number]): string => `icon-${size}.png`

export const fileOf = (variant: Variant): string => `${variant}.webp`
export const avatarFileOf = (size: AvatarSize): string => `avatar-${size}.webp`
