import { stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import {
  avatarFileOf,
  avatarSizes,
  type Converted,
  fileOf,
  iconFileOf,
  iconSizes,
  type Task,
  variants,
} from './task.ts'

/** The most pixels of a picture, in all of its frames together. */
const MAX_PIXELS = 40_000_000
const MAX_FRAMES = 300
/** The sides that a variant has at most, in pixels. */
const sides = { full: 2_048, thumbnail: 320 } as const
/** Encoding takes a second for a large picture; a better search saves a twentieth of its bytes and takes twice as long. */
const QUALITY = { quality: 80, effort: 2 } as const
/** The quality of each frame. */
const QUALITY_OF_MANY = { quality: 75, effort: 0 } as const

/** Nothing but what reads the five kinds of pictures and writes one of them. */
export function allowPicturesOnly(): void {
  // A picture is read once: what a cache kept would only add up.
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`),
  })
}

/** Every frame; whatever is broken fails. */
const reading = {
  animated: true,
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
} as const

/** @throws Error if the picture is broken or too large. */
async function readPicture(input: string): Promise<{ isAnimated: boolean }> {
  const { pages = 1, width, height, pageHeight = height } = await sharp(input, reading).metadata()
  if (pages > MAX_FRAMES) throw new Error(`${pages} frames`)
  if (width * pageHeight * pages > MAX_PIXELS) throw new Error(`${width * pageHeight * pages} pixels`)
  return { isAnimated: pages > 1 }
}

/** Turned upright, without metadata, no larger than it was. */
async function convertPicture({ input, output }: Task): Promise<Converted> {
  const { isAnimated } = await readPicture(input)
  const webp = isAnimated ? QUALITY_OF_MANY : QUALITY
  let source = input
  for (const variant of variants) {
    const side = sides[variant]
    const target = path.join(output, fileOf(variant))
    await sharp(source, reading)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp(webp)
      .toFile(target)
    // The thumbnail is made of what is known to be sound and small.
    source = target
  }
  const full = path.join(output, fileOf('full'))
  const { width, height, pageHeight = height } = await sharp(full, reading).metadata()
  return { width, height: pageHeight, bytes: (await stat(full)).size, isAnimated }
}

/** The middle square of the first frame: what moves beside every post would be in the way. */
async function convertAvatar({ input, output }: Task): Promise<Converted> {
  const { width, height } = await sharp(input).metadata()
  const side = Math.min(width, height)
  for (const size of avatarSizes)
    await sharp(input)
      .resize({ width: Math.min(size, side), height: Math.min(size, side), fit: 'cover' })
      .webp(QUALITY)
      .toFile(path.join(output, avatarFileOf(size)))
  return { width: side, height: side, bytes: 0, isAnimated: false }
}

/** The side of the icon for telephones, in pixels: they would show clear parts as black. */
const TOUCH = 180
const WHITE = '#ffffff'
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Fits the first frame into squares, as PNG: not every telephone reads an icon in WebP. */
async function convertIcons({ input, output }: Task): Promise<Converted> {
  for (const size of iconSizes) {
    const square = sharp(input).resize({ width: size, height: size, fit: 'contain', background: CLEAR })
    await (size === TOUCH ? square.flatten({ background: WHITE }) : square)
      .png({ palette: true })
      .toFile(path.join(output, iconFileOf(size)))
  }
  return { width: TOUCH, height: TOUCH, bytes: 0, isAnimated: false }
}

const conversions = { picture: convertPicture, avatar: convertAvatar, icons: convertIcons }

/** @throws Error if the file is no sound picture within the limits. */
export const convert = (task: Task): Promise<Converted> => conversions[task.kind](task)
