// Fetches the services' numbers and draws them: counters become rates between two answers.
import { Chart, highest, keepPoints, make, write } from './operations-chart.js'
import { byId, clock, duration, say, units, words } from './operations-words.js'

/**
 * @typedef {import('../../gateway/src/operators/schemas.ts').ServiceNumbers} ServiceNumbers
 * @typedef {import('../../gateway/src/operators/schemas.ts').Replica} Replica
 * @typedef {import('../../gateway/src/operators/schemas.ts').Numbers} Numbers
 * @typedef {import('./operations-words.js').Value} Value
 * @typedef {import('./operations-words.js').Unit} Unit
 * @typedef {import('./operations-chart.js').Values} Values
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

const live = byId('live')
const updated = byId('updated')
const news = byId('news')
const overview = byId('overview')
const sections = byId('services')
const alarms = byId('alerts')
const backup = byId('backup')

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)
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
    [words.requests, units.perSecond, { '': rate('requests') }],
    [words.failures, units.perSecond, { '': rate('failures') }],
    [words.timeToAnswer, units.seconds, { p50: quantile(0.5, steps), p99: quantile(0.99, steps) }],
    [words.busiest, units.share, { '': level('event_loop') }, 1],
    [words.allMemory, units.bytes, { '': memory }],
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
    [say(words.waiting, { queue: name }), units.count, { '': length }],
    ...(oldest === null
      ? []
      : [/** @type {Drawn} */ ([say(words.oldest, { queue: name }), units.seconds, { '': oldest }])]),
  ]
}

const columns = [words.address, words.state, words.version, words.upFor, words.eventLoop, words.memory]

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
      ariaLabel: say(words.processes, { service: name }),
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
  /** @param {number} count */
  const readyOf = (count) => say(words.readyOf, { ready: count, all })
  if (all === 0) return { isFine: true, short: words.notDeployed, long: words.goesWithout }
  if (ready === all) return { isFine: true, short: words.states.ready, long: readyOf(all) }
  if (away === all) return { isFine: false, short: words.silent, long: words.silentAll }
  const missing = away > 0 ? `, ${say(words.withoutAnswer, { count: away })}` : ''
  return { isFine: false, short: readyOf(ready), long: `${readyOf(ready)}${missing}` }
}

/**
 * @param {Replica} replica
 * @param {string} time
 */
function row({ address, state, failing, numbers }, time) {
  const told = [words.states[state], failing.join(', ')].filter(Boolean).join(': ')
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
    const link = make('a', { href: runbook }, say(words.whatToDo, { name }))
    const told = make(
      'span',
      { className: 'state trouble' },
      say(words.alert, { summary, severity, time: clock(since) }),
    )
    return make('li', {}, told, ' ', link)
  })
  const none = alerts === null ? words.noPrometheus : words.noAlert
  alarms.replaceChildren(...(items.length > 0 ? items : [make('li', {}, none)]))
}

/**
 * @param {ServiceNumbers['last_backup']} last
 * @param {string} time
 */
function showBackup(last, time) {
  if (!last) return write(backup, words.noBackup)
  const age = (Date.parse(time) - Date.parse(last.made_at)) / 1000
  write(backup, say(words.lastBackup, { time: duration(age), place: last.place }))
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
  write(news, told === '' ? words.allReady : told)
  // Replaced only if changed, so that a reader's focus on a link is kept.
  const text = JSON.stringify(alerts)
  if (text !== shown) showAlerts(alerts)
  shown = text
  showBackup(lastBackup, time)
  keepPoints()
  write(updated, say(words.asOf, { time: clock(time) }))
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
    write(news, words.gatewaySilent)
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
