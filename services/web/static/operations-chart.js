// The charts of the operations page, and the data of the last hour that they draw.
import { clock, duration, say, units, words } from './operations-words.js'

/**
 * @typedef {import('./operations-words.js').Value} Value
 * @typedef {import('./operations-words.js').Unit} Unit
 * @typedef {[time: number, value: Value]} Point
 * @typedef {Record<string, Value>} Values by the names of a chart's lines
 */

/** The most that charts show, and the least while there is little data, in milliseconds. */
const LONGEST = 60 * 60 * 1000
const SHORTEST = 3 * 60 * 1000
/** Of points closer together than this only the latest is kept, in milliseconds. */
const NEAR = 10_000
/** A pause in watching this long shows as a gap, in milliseconds. */
const GAP = 60_000

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(string | Node)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
/**
 * Leaves unchanged elements alone, so that screen readers are not interrupted.
 *
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {Value[]} values */
export const highest = (values) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 */
const svg = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag)

/** The data of the last hour, by line: it survives a reload, in this browser only. */
const kept = {
  KEY: 'operations',
  /** @returns {Record<string, Point[]>} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.KEY) ?? '{}')
    } catch {
      return {}
    }
  },
  /** @param {Record<string, Point[]>} lines */
  write(lines) {
    try {
      localStorage.setItem(this.KEY, JSON.stringify(lines))
    } catch {
      // Without space or permission to store it, the page starts afresh.
    }
  },
}
const seen = kept.read()
/** Stores them, once all charts have their newest points. */
export const keepPoints = () => kept.write(seen)

/**
 * @param {string} key
 * @param {number} now
 */
function pointsOf(key, now) {
  seen[key] = (seen[key] ?? []).filter(([time]) => time > now - LONGEST)
  return seen[key]
}

const WIDTH = 1000
const HEIGHT = 30

/** A chart with its value in words, two axes, and the value at the pointer or keyboard cursor. */
export class Chart {
  #key
  /** @type {Unit} */
  #unit = units.count
  /** @type {string[]} */
  #names = []
  /** @type {Map<string, SVGPathElement>} */
  #paths = new Map()
  #now = 0
  #span = SHORTEST
  /**
   * The selected moment; undefined for the present.
   *
   * @type {number | undefined}
   */
  #at
  #value = make('strong')
  #top = make('span', { className: 'top' })
  #begin = make('span')
  #picture = svg('svg')
  #mark = svg('line')

  /**
   * @param {string} service
   * @param {string} title
   */
  constructor(service, title) {
    this.title = title
    this.#key = `${service} ${title}`
    this.#picture.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`)
    this.#picture.setAttribute('preserveAspectRatio', 'none')
    this.#picture.setAttribute('aria-hidden', 'true')
    this.#mark.setAttribute('y2', String(HEIGHT))
    this.#mark.setAttribute('visibility', 'hidden')
    this.#picture.append(this.#mark)
    const axis = make(
      'div',
      { className: 'axis', ariaHidden: 'true' },
      this.#begin,
      make('span', {}, words.now),
    )
    this.plot = make('div', { className: 'plot', tabIndex: 0, role: 'slider', ariaLabel: title })
    this.plot.append(this.#top, this.#picture, axis)
    this.element = make('figure', {}, make('figcaption', {}, title), this.#value, this.plot)
    this.plot.addEventListener('pointermove', (event) => this.#look(this.#timeAt(event)))
    this.plot.addEventListener('pointerleave', () => this.#look(undefined))
    this.plot.addEventListener('blur', () => this.#look(undefined))
    this.plot.addEventListener('keydown', (event) => this.#step(event))
  }

  /**
   * @param {Unit} unit
   * @param {Values} values
   * @param {number} now
   * @param {number} [ceiling]
   */
  add(unit, values, now, ceiling) {
    this.#unit = unit
    this.#now = now
    this.#names = Object.keys(values)
    for (const [name, value] of Object.entries(values)) {
      if (!this.#paths.has(name)) {
        const path = svg('path')
        this.#paths.set(name, path)
        this.#picture.append(path)
      }
      const points = this.#points(name)
      const [previous, latest] = points.slice(-2)
      // The last point moves until it is a full step away from the previous one.
      if (previous && latest && latest[0] - previous[0] < NEAR) points.pop()
      points.push([now, value])
    }
    const all = this.#names.flatMap((name) => this.#points(name))
    this.#span = Math.max(SHORTEST, now - Math.min(...all.map(([time]) => time)))
    const peak = highest(all.map(([, value]) => value))
    const scale = ceiling ?? (peak || 1)
    for (const name of this.#names)
      this.#paths.get(name)?.setAttribute('d', this.#drawn(this.#points(name), scale))
    write(this.#top, unit(scale))
    write(this.#begin, say(words.ago, { time: duration(this.#span / 1000) }))
    this.#tell()
  }

  /** @param {string} name */
  #points(name) {
    return pointsOf(`${this.#key} ${name}`, this.#now)
  }

  /** @param {number} time */
  #x(time) {
    return WIDTH * (1 - (this.#now - time) / this.#span)
  }

  /** @param {PointerEvent} event */
  #timeAt({ clientX }) {
    const { left, width } = this.#picture.getBoundingClientRect()
    return this.#now - this.#span * (1 - Math.min(1, Math.max(0, (clientX - left) / width)))
  }

  /** @param {number | undefined} time */
  #look(time) {
    this.#at = time
    this.#tell()
  }

  /**
   * Arrow keys move by a point, Home and End to the ends.
   *
   * @param {KeyboardEvent} event
   */
  #step(event) {
    const times = this.#points(this.#names[0] ?? '').map(([time]) => time)
    const at = this.#at ?? this.#now
    /** @type {Record<string, number | undefined>} */
    const steps = {
      ArrowLeft: times.findLast((time) => time < at) ?? times[0],
      ArrowRight: times.find((time) => time > at) ?? times.at(-1),
      Home: times[0],
      End: times.at(-1),
    }
    if (!(event.key in steps)) return
    event.preventDefault()
    this.#look(steps[event.key])
  }

  /** Says the values at the selected moment. */
  #tell() {
    const at = this.#at ?? this.#now
    /** @param {string} name */
    const near = (name) => this.#points(name).findLast(([time]) => time <= at) ?? this.#points(name)[0]
    const said = this.#names.map((name) => {
      const [, value] = near(name) ?? [at, null]
      return `${name} ${value === null ? '–' : this.#unit(value)}`
    })
    const values = said.join(', ').trim()
    const told = this.#at === undefined ? values : say(words.at, { values, time: clock(at) })
    write(this.#value, told)
    this.#mark.setAttribute('visibility', this.#at === undefined ? 'hidden' : 'visible')
    for (const end of ['x1', 'x2']) this.#mark.setAttribute(end, this.#x(at).toFixed(1))
    this.plot.setAttribute('aria-valuemin', '0')
    this.plot.setAttribute('aria-valuemax', String(Math.round(this.#span / 1000)))
    this.plot.setAttribute('aria-valuenow', String(Math.round((at - this.#now + this.#span) / 1000)))
    this.plot.setAttribute('aria-valuetext', told)
  }

  /**
   * The newest point is at the right edge; unknown values are a gap.
   *
   * @param {Point[]} points
   * @param {number} scale
   */
  #drawn(points, scale) {
    let pen = 'M'
    let before = 0
    return points
      .map(([time, value]) => {
        if (time - before > GAP) pen = 'M'
        before = time
        if (value === null) {
          pen = 'M'
          return ''
        }
        const command = `${pen}${this.#x(time).toFixed(1)} ${(HEIGHT - ((HEIGHT - 2) * value) / scale).toFixed(2)}`
        // A single point shows as a line of no length.
        const mark = pen === 'M' ? 'h0' : ''
        pen = 'L'
        return command + mark
      })
      .join('')
  }
}
