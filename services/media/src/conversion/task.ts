/** What a worker process is asked to do: to read a file, and to write others. */
export interface Task {
  readonly kind: 'picture' | 'avatar'
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

export const fileOf = (variant: Variant): string => `${variant}.webp`
export const avatarFileOf = (size: AvatarSize): string => `avatar-${size}.webp`
