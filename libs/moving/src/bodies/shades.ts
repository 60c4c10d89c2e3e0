import { areAlike } from './colours.ts'
import type { Attributes } from './elements.ts'

const COLOUR = /(?<![\w-])color\s*:\s*([^;]+)/i
const GROUND = /(?<![\w-])background(?:-color)?\s*:\s*([^;]+)/i

/** The colour of a text and that of its ground, as far as an element says them. */
export interface Shade {
  readonly colour: string | undefined
  readonly ground: string | undefined
}

export function shadeOf(name: string, { style = '', color, bgcolor }: Attributes): Shade {
  const [, colour = name === 'font' ? color : undefined] = COLOUR.exec(style) ?? []
  const [, ground = bgcolor] = GROUND.exec(style) ?? []
  return { colour, ground }
}

/** The colours of the open elements: black on black is read by whoever marks it. */
export class Shades {
  readonly #colours: string[] = []
  readonly #grounds: string[] = []

  /** Begins what an element says, if anything; the same as `hides` says. */
  open(shade: Shade): boolean {
    const isHidden = this.hides(shade)
    if (shade.colour !== undefined) this.#colours.push(shade.colour)
    if (shade.ground !== undefined) this.#grounds.push(shade.ground)
    return isHidden
  }

  /** Whether a text of that shade is as dark as its ground, whichever element says either. */
  hides({ colour, ground }: Shade): boolean {
    if (colour === undefined && ground === undefined) return false
    const [text, behind] = [colour ?? this.#colours.at(-1), ground ?? this.#grounds.at(-1)]
    return text !== undefined && behind !== undefined && areAlike(text, behind)
  }

  close({ colour, ground }: Shade): void {
    if (colour !== undefined) this.#colours.splice(this.#colours.lastIndexOf(colour), 1)
    if (ground !== undefined) this.#grounds.splice(this.#grounds.lastIndexOf(ground), 1)
  }
}
