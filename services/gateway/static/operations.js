// Asks for the services' numbers and draws them: what is counted becomes a rate between two answers.

/** Who wants little motion gets fewer updates. In milliseconds. */
const EVERY = matchMedia('(prefers-reduced-motion: reduce)').matches ? 10_000 : 2_000
/** How many updates a chart shows. */
const POINTS = 90

const byId = (id) => document.getElementById(id)
const [live, updated, news, overview, sections] = ['live', 'updated', 'news', 'overview', 'services'].map(
  byId,
)

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
/** Leaves alone what is right already: a screen reader reads it in peace. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text
}

const short = (value) => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString())
const units = {
  perSecond: (value) => `${short(value)}/s`,
  share: (value) => `${(value * 100).toFixed(0)} %`,
  bytes: (value) => `${(value / 2 ** 20).toFixed(0)} MiB`,
  seconds: (value) => (value < 1 ? `${short(value * 1000)} ms` : duration(value)),
  count: (value) => value.toLocaleString(),
}
function duration(seconds) {
  if (seconds < 120) return `${short(seconds)} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
}

const sum = (values) => values.reduce((total, value) => total + value, 0)
const highest = (values) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/** What each process has done since the answer before; nothing of one that was not there or has begun anew. */
function stepsOf(replicas, before, seconds) {
  return replicas.flatMap(({ address, numbers }) => {
    const earlier = before.find((replica) => replica.address === address)?.numbers
    if (!numbers || earlier?.started_at !== numbers.started_at) return []
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

/** A quantile of the answers of a step, even within a bucket; null where there was none. */
function quantile(share, steps) {
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

/** All that is drawn of a service: title, unit, names and values of the lines. */
function chartsOf(replicas, steps) {
  const rate = (key) => (steps.length > 0 ? sum(steps.map((step) => step[key])) : null)
  const alive = replicas.flatMap(({ numbers }) => numbers ?? [])
  const level = (key) => highest(alive.map((numbers) => numbers[key]))
  const queues = new Map(alive.flatMap((numbers) => numbers.queues).map(({ name }) => [name, []]))
  for (const queue of alive.flatMap((numbers) => numbers.queues)) queues.get(queue.name).push(queue)
  const memory = alive.length > 0 ? sum(alive.map(({ memory_bytes: bytes }) => bytes ?? 0)) : null
  return [
    ['Requests', units.perSecond, { '': rate('requests') }],
    ['Unexpected failures', units.perSecond, { '': rate('failures') }],
    ['Time to answer', units.seconds, { p50: quantile(0.5, steps), p99: quantile(0.99, steps) }],
    ['Event loop, busiest', units.share, { '': level('event_loop') }, 1],
    ['Memory, all together', units.bytes, { '': memory }],
    ...[...queues].flatMap(([name, entries]) => [
      [`Waiting: ${name}`, units.count, { '': highest(entries.map(({ length }) => length)) }],
      ...(entries.some(({ oldest_seconds: oldest }) => oldest !== null)
        ? [[`Oldest: ${name}`, units.seconds, { '': highest(entries.map((entry) => entry.oldest_seconds)) }]]
        : []),
    ]),
  ]
}

const svg = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag)

/** A chart with its value in words; it keeps what it was given last. */
class Chart {
  #lines = new Map()
  #value = make('strong')
  #picture = svg('svg')

  constructor(title) {
    this.title = title
    this.#picture.setAttribute('viewBox', `0 0 ${POINTS - 1} 30`)
    this.#picture.setAttribute('preserveAspectRatio', 'none')
    this.#picture.setAttribute('role', 'img')
    this.element = make('figure', {}, make('figcaption', {}, title), this.#value, this.#picture)
  }

  add(unit, values, ceiling) {
    for (const [name, value] of Object.entries(values)) {
      if (!this.#lines.has(name)) {
        this.#lines.set(name, { path: svg('path'), points: [] })
        this.#picture.append(this.#lines.get(name).path)
      }
      const { points } = this.#lines.get(name)
      points.push(value)
      if (points.length > POINTS) points.shift()
    }
    const peak = highest([...this.#lines.values()].flatMap(({ points }) => points))
    const scale = ceiling ?? (peak || 1)
    for (const { path, points } of this.#lines.values()) path.setAttribute('d', drawn(points, scale))
    const said = Object.entries(values).map(
      ([name, value]) => `${name} ${value === null ? '–' : unit(value)}`,
    )
    write(this.#value, said.join(', ').trim())
    const most = peak === null ? 'nothing yet' : `at most ${unit(peak)} lately`
    this.#picture.setAttribute('aria-label', `${this.title}: ${most}`)
  }
}

/** The newest point is at the right edge; what is not known is a gap. */
function drawn(points, scale) {
  let pen = 'M'
  return points
    .map((value, index) => {
      if (value === null) {
        pen = 'M'
        return ''
      }
      const command = `${pen}${POINTS - points.length + index} ${(30 - (28 * value) / scale).toFixed(2)}`
      // Of a single point a line of no length shows.
      const mark = pen === 'M' ? 'h0' : ''
      pen = 'L'
      return command + mark
    })
    .join('')
}

const columns = ['Address', 'State', 'Version', 'Up for', 'Event loop', 'Memory']

class Service {
  #charts = new Map()
  #replicas = []
  #rows = make('tbody')
  #state = make('p')
  #link = make('span')
  #grid = make('div', { className: 'charts' })

  constructor(name) {
    this.name = name
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

  /** Takes the latest in; `seconds` since the answer before. */
  update(replicas, time, seconds) {
    const steps = seconds > 0 ? stepsOf(replicas, this.#replicas, seconds) : []
    for (const [title, unit, values, ceiling] of chartsOf(replicas, steps)) {
      if (!this.#charts.has(title)) {
        this.#charts.set(title, new Chart(title))
        this.#grid.append(this.#charts.get(title).element)
      }
      this.#charts.get(title).add(unit, values, ceiling)
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

function stateOf(replicas) {
  const count = (state) => replicas.filter((replica) => replica.state === state).length
  const [ready, away] = [count('ready'), count('unreachable')]
  const all = replicas.length
  if (all === 0) return { isFine: true, short: 'not deployed', long: 'This instance goes without it.' }
  if (ready === all) return { isFine: true, short: 'ready', long: `${all} of ${all} ready` }
  if (away === all) return { isFine: false, short: 'does not answer', long: 'Does not answer.' }
  const missing = away > 0 ? `, ${away} without an answer` : ''
  return { isFine: false, short: `${ready} of ${all} ready`, long: `${ready} of ${all} ready${missing}` }
}

function row({ address, state, failing, numbers }, time) {
  const told = failing.length > 0 ? `${state}: ${failing.join(', ')}` : state
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

const services = new Map()
let last

function take({ time, services: current }) {
  // Of two gateways that answer in turn one may remember an older answer.
  if (last !== undefined && time <= last) return
  const seconds = last === undefined ? 0 : (Date.parse(time) - Date.parse(last)) / 1000
  last = time
  for (const { name, replicas } of current) {
    if (!services.has(name)) {
      services.set(name, new Service(name))
      sections.append(services.get(name).element)
      overview.append(services.get(name).entry)
    }
    services.get(name).update(replicas, time, seconds)
  }
  const troubles = [...services.values()].filter(({ state }) => !state.isFine)
  const told = troubles.map(({ name, state }) => `${name}: ${state.short}`).join('; ')
  write(news, told === '' ? 'All services are ready.' : told)
  write(updated, `As of ${new Date(time).toLocaleTimeString()}`)
}

async function ask() {
  const answer = await fetch('/api/v1/operations/services', { signal: AbortSignal.timeout(10_000) })
  if (answer.status === 401 || answer.status === 403) return location.reload()
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  take(await answer.json())
}

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
