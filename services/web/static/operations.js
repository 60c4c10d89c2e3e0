// Fetches the services' numbers and draws them: counters become rates between two answers.

/**
 * @typedef {import('../../gateway/src/areas/operations/schemas.ts').ServiceNumbers} ServiceNumbers
 * @typedef {import('../../gateway/src/areas/operations/schemas.ts').Replica} Replica
 * @typedef {import('../../gateway/src/areas/operations/schemas.ts').Numbers} Numbers
 * @typedef {number | null} Value null if it is unknown
 * @typedef {(value: number) => string} Unit a value in words
 * @typedef {[time: number, value: Value]} Point
 * @typedef {Record<string, Value>} Values by the names of a chart's lines
 * @typedef {[title: string, unit: Unit, values: Values, ceiling?: number]} Drawn what a chart is given
 */

/**
 * What a process has done between two answers, per second; its latencies are counts.
 *
 * @typedef {object} Step
 * @property {number} requests
 * @property {number} failures
 * @property {{ bound: number | null, count: number }[]} latency
 */

/** Readers who prefer reduced motion get fewer updates. In milliseconds. */
const EVERY = matchMedia('(prefers-reduced-motion: reduce)').matches ? 10_000 : 2_000
/** The most that charts show, and the least while there is little data, in milliseconds. */
const LONGEST = 60 * 60 * 1000
const SHORTEST = 3 * 60 * 1000
/** Of points closer together than this only the latest is kept, in milliseconds. */
const NEAR = 10_000
/** A pause in watching this long shows as a gap, in milliseconds. */
const GAP = 60_000

/**
 * An element that the page has.
 *
 * @param {string} id
 */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const live = byId('live')
const updated = byId('updated')
const news = byId('news')
const overview = byId('overview')
const sections = byId('services')
const alarms = byId('alerts')
const backup = byId('backup')

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(string | Node)[]} children
 */
function make(tag, properties = {}, ...children) {
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
function write(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @type {Unit} */
const short = (value) => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString())
/** @satisfies {Record<string, Unit>} */
const units = {
  perSecond: (value) => `${short(value)}/s`,
  share: (value) => `${(value * 100).toFixed(0)} %`,
  bytes: (value) => `${(value / 2 ** 20).toFixed(0)} MiB`,
  seconds: (value) => (value < 1 ? `${short(value * 1000)} ms` : duration(value)),
  count: (value) => value.toLocaleString(),
}
/** @type {Unit} */
function duration(seconds) {
  if (seconds < 120) return `${short(seconds)} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)
/** @param {Value[]} values */
const highest = (values) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/**
 * What each process has done since the previous answer; nothing for one that was not there or has restarted.
 *
 * @param {Replica[]} replicas
 * @param {Replica[]} before
 * @param {number} seconds
 * @returns {Step[]}
 */
function stepsOf(replicas, before, seconds) {
  return replicas.flatMap(({ address, numbers }) => {
    const earlier = before.find((replica) => replica.address === address)?.numbers
    if (!numbers || earlier?.started_at !== numbers.started_at) return []
    /** @param {number | null} bound */
    const counted = (bound) => earlier.latency.find((entry) => entry.up_to_seconds === bound)?.count ?? 0
    return {
      requests: (numbers.requests - earlier.requests) / seconds,
      failures: (numbers.failures - earlier.failures) / seconds,
      latency: numbers.latency.map(({ up_to_seconds: bound, count }) => ({
        bound,
        count: count - counted(bound),
      })),
    }
  })
}

/**
 * A quantile of a step's answers, interpolated within a bucket; null without answers.
 *
 * @param {number} share
 * @param {Step[]} steps
 */
function quantile(share, steps) {
  /** @type {Map<number | null, number>} */
  const counts = new Map()
  for (const { bound, count } of steps.flatMap(({ latency }) => latency))
    counts.set(bound, (counts.get(bound) ?? 0) + count)
  const wanted = share * (counts.get(null) ?? 0)
  if (wanted === 0) return null
  let [lower, below] = [0, 0]
  for (const [bound, count] of counts) {
    if (bound === null) return lower
    if (count >= wanted) return lower + ((bound - lower) * (wanted - below)) / (count - below)
    lower = bound
    below = count
  }
  return lower
}

/**
 * Everything drawn for a service: title, unit, names and values of the lines.
 *
 * @param {Replica[]} replicas
 * @param {Step[]} steps
 * @returns {Drawn[]}
 */
function chartsOf(replicas, steps) {
  /** @param {'requests' | 'failures'} key */
  const rate = (key) => (steps.length > 0 ? sum(steps.map((step) => step[key])) : null)
  const alive = replicas.flatMap(({ numbers }) => numbers ?? [])
  /** @param {'event_loop'} key */
  const level = (key) => highest(alive.map((numbers) => numbers[key]))
  /** @type {Map<string, Numbers['queues']>} */
  const queues = new Map(alive.flatMap((numbers) => numbers.queues).map(({ name }) => [name, []]))
  for (const queue of alive.flatMap((numbers) => numbers.queues)) queues.get(queue.name)?.push(queue)
  const memory = alive.length > 0 ? sum(alive.map(({ memory_bytes: bytes }) => bytes ?? 0)) : null
  return [
    ['Requests', units.perSecond, { '': rate('requests') }],
    ['Unexpected failures', units.perSecond, { '': rate('failures') }],
    ['Time to answer', units.seconds, { p50: quantile(0.5, steps), p99: quantile(0.99, steps) }],
    ['Event loop, busiest', units.share, { '': level('event_loop') }, 1],
    ['Memory, all together', units.bytes, { '': memory }],
    ...[...queues].flatMap(([name, entries]) => chartsOfQueue(name, entries)),
  ]
}

/**
 * The age is drawn if a process knows one.
 *
 * @param {string} name
 * @param {Numbers['queues']} entries one of each process
 * @returns {Drawn[]}
 */
function chartsOfQueue(name, entries) {
  const length = highest(entries.map((entry) => entry.length))
  const oldest = highest(entries.map((entry) => entry.oldest_seconds))
  return [
    [`Waiting: ${name}`, units.count, { '': length }],
    ...(oldest === null ? [] : [/** @type {Drawn} */ ([`Oldest: ${name}`, units.seconds, { '': oldest }])]),
  ]
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 */
const svg = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag)

/** @param {number | string} time */
const clock = (time) => new Date(time).toLocaleTimeString()

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
class Chart {
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
    const axis = make('div', { className: 'axis', ariaHidden: 'true' }, this.#begin, make('span', {}, 'now'))
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
    write(this.#begin, `${duration(this.#span / 1000)} ago`)
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
    const moment = this.#at === undefined ? '' : ` at ${clock(at)}`
    const words = `${said.join(', ').trim()}${moment}`
    write(this.#value, words)
    this.#mark.setAttribute('visibility', this.#at === undefined ? 'hidden' : 'visible')
    for (const end of ['x1', 'x2']) this.#mark.setAttribute(end, this.#x(at).toFixed(1))
    this.plot.setAttribute('aria-valuemin', '0')
    this.plot.setAttribute('aria-valuemax', String(Math.round(this.#span / 1000)))
    this.plot.setAttribute('aria-valuenow', String(Math.round((at - this.#now + this.#span) / 1000)))
    this.plot.setAttribute('aria-valuetext', words)
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

const columns = ['Address', 'State', 'Version', 'Up for', 'Event loop', 'Memory']

class Service {
  /** @type {Map<string, Chart>} */
  #charts = new Map()
  /** @type {Replica[]} */
  #replicas = []
  #rows = make('tbody')
  #state = make('p')
  #link = make('span')
  #grid = make('div', { className: 'charts' })

  /** @param {string} name */
  constructor(name) {
    this.name = name
    this.state = stateOf(this.#replicas)
    const id = `service-${name}`
    const heads = columns.map((title) => make('th', { scope: 'col' }, title))
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), this.#rows)
    const frame = make('div', {
      className: 'table',
      tabIndex: 0,
      role: 'region',
      ariaLabel: `${name}: processes`,
    })
    frame.append(table)
    const heading = make('h2', { id, tabIndex: -1 }, name)
    this.element = make('section', {}, heading, this.#state, frame, this.#grid)
    this.element.setAttribute('aria-labelledby', id)
    this.entry = make('li', {}, make('a', { href: `#${id}` }, name), ' ', this.#link)
  }

  /**
   * Adds the latest data; `seconds` since the previous answer.
   *
   * @param {Replica[]} replicas
   * @param {string} time
   * @param {number} seconds
   */
  update(replicas, time, seconds) {
    const steps = seconds > 0 ? stepsOf(replicas, this.#replicas, seconds) : []
    for (const [title, unit, values, ceiling] of chartsOf(replicas, steps)) {
      let chart = this.#charts.get(title)
      if (!chart) {
        chart = new Chart(this.name, title)
        this.#charts.set(title, chart)
        this.#grid.append(chart.element)
      }
      chart.add(unit, values, Date.parse(time), ceiling)
    }
    this.#rows.replaceChildren(...replicas.map((replica) => row(replica, time)))
    this.#replicas = replicas
    this.state = stateOf(replicas)
    for (const element of [this.#state, this.#link]) {
      write(element, element === this.#state ? this.state.long : this.state.short)
      element.className = `state${this.state.isFine ? '' : ' trouble'}`
    }
  }
}

/** @param {Replica[]} replicas */
function stateOf(replicas) {
  /** @param {Replica['state']} state */
  const count = (state) => replicas.filter((replica) => replica.state === state).length
  const [ready, away] = [count('ready'), count('unreachable')]
  const all = replicas.length
  if (all === 0) return { isFine: true, short: 'not deployed', long: 'This instance goes without it.' }
  if (ready === all) return { isFine: true, short: 'ready', long: `${all} of ${all} ready` }
  if (away === all) return { isFine: false, short: 'does not answer', long: 'Does not answer.' }
  const missing = away > 0 ? `, ${away} without an answer` : ''
  return { isFine: false, short: `${ready} of ${all} ready`, long: `${ready} of ${all} ready${missing}` }
}

/**
 * @param {Replica} replica
 * @param {string} time
 */
function row({ address, state, failing, numbers }, time) {
  const told = failing.length > 0 ? `${state}: ${failing.join(', ')}` : state
  /**
   * @param {Value | undefined} value
   * @param {Unit} unit
   */
  const said = (value, unit) => (value === null || value === undefined ? '–' : unit(value))
  const age = numbers && (Date.parse(time) - Date.parse(numbers.started_at)) / 1000
  const values = [
    numbers?.version ?? '–',
    said(age, duration),
    said(numbers?.event_loop, units.share),
    said(numbers?.memory_bytes, units.bytes),
  ]
  const mark = make('span', { className: `state${state === 'ready' ? '' : ' trouble'}` }, told)
  const cells = values.map((value) => make('td', {}, value))
  return make('tr', {}, make('th', { scope: 'row' }, address), make('td', {}, mark), ...cells)
}

/**
 * The firing alerts, with their runbooks.
 *
 * @param {ServiceNumbers['alerts']} alerts
 */
function showAlerts(alerts) {
  const items = (alerts ?? []).map(({ name, severity, summary, since, runbook }) => {
    const link = make('a', { href: runbook }, `what to do: ${name}`)
    const words = make(
      'span',
      { className: 'state trouble' },
      `${summary} (${severity}, since ${clock(since)})`,
    )
    return make('li', {}, words, ' ', link)
  })
  const none = alerts === null ? 'No Prometheus tells of alerts (PROMETHEUS_URL).' : 'No alert fires.'
  alarms.replaceChildren(...(items.length > 0 ? items : [make('li', {}, none)]))
}

/**
 * @param {ServiceNumbers['last_backup']} last
 * @param {string} time
 */
function showBackup(last, time) {
  if (!last) return write(backup, 'No backup has been made.')
  const age = (Date.parse(time) - Date.parse(last.made_at)) / 1000
  write(backup, `Last backup: ${duration(age)} ago, in ${last.place}`)
}

/** @type {Map<string, Service>} */
const services = new Map()
/** @type {string | undefined} */
let last
/**
 * The displayed alerts, as text.
 *
 * @type {string | undefined}
 */
let shown

/** @param {ServiceNumbers} answer */
function take({ time, services: current, alerts, last_backup: lastBackup }) {
  // One of two gateways that alternate may return an older, cached answer.
  if (last !== undefined && time <= last) return
  const seconds = last === undefined ? 0 : (Date.parse(time) - Date.parse(last)) / 1000
  last = time
  for (const { name, replicas } of current) {
    let service = services.get(name)
    if (!service) {
      service = new Service(name)
      services.set(name, service)
      sections.append(service.element)
      overview.append(service.entry)
    }
    service.update(replicas, time, seconds)
  }
  const troubles = [...services.values()].filter(({ state }) => !state.isFine)
  const told = troubles.map(({ name, state }) => `${name}: ${state.short}`).join('; ')
  write(news, told === '' ? 'All services are ready.' : told)
  // Replaced only if changed, so that a reader's focus on a link is kept.
  const text = JSON.stringify(alerts)
  if (text !== shown) showAlerts(alerts)
  shown = text
  showBackup(lastBackup, time)
  kept.write(seen)
  write(updated, `As of ${clock(time)}`)
}

async function ask() {
  const answer = await fetch('/api/v1/operations/services', { signal: AbortSignal.timeout(10_000) })
  if (answer.status === 401 || answer.status === 403) return location.reload()
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  take(await answer.json())
}

/** @type {number | undefined} */
let timer
async function follow() {
  try {
    await ask()
  } catch {
    write(news, 'The gateway does not answer: what is below may be old.')
  }
  if (live.ariaPressed === 'true') timer = setTimeout(follow, EVERY)
}

live.hidden = false
live.addEventListener('click', () => {
  const goes = live.ariaPressed !== 'true'
  live.ariaPressed = String(goes)
  live.classList.toggle('quiet', !goes)
  clearTimeout(timer)
  if (goes) follow()
})
follow()
