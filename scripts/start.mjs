// Runs the whole suite on this machine: npm start
// npm gives it a small young generation: it mostly waits, and would otherwise keep some 30 MB of garbage from the start.
import './lib/node-version.mjs'
import path from 'node:path'

const { note, root, run, step } = await import('./lib/project.mjs')

/** @typedef {import('@agora/suite/instance').Instance} Instance */

/**
 * Calls `stop` once, at the first request to end. A second ends this process at once; the guardian ends
 * the rest.
 *
 * @param {() => unknown} stop
 */
function onStopRequest(stop) {
  let requested = false
  const request = () => {
    if (requested) process.exit(1)
    requested = true
    void stop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, request)

  // The shell that started npm may end npm alone, after which nobody could stop this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent && !requested) request()
    }, 500).unref()
  }
}

/** @param {Instance} instance */
function print({ url, administrator, firstPassword, inbox, logs }) {
  console.log(`
Agora is running.

  Site            ${url}/
  Sign in         ${url}/sign-in
  Administration  ${url}/administration
  Archive         ${url}/archive/game_a/fr.game-a.example/users/7100001
  API             ${url}/api/v1
  API document    ${url}/docs
  Mails           ${inbox ?? 'sent with SMTP_URL'}
  Logs            ${logs}
  Administrator   ${administrator}
  Password        ${firstPassword ? `${firstPassword}   (made at the first start: change it)` : 'the one you chose'}

Ctrl-C stops everything.`)
}

const USAGE = `usage: npm start                runs Agora on this machine until Ctrl-C
       npm start -- --status    shows what is running and whether it is healthy
       npm start -- --help

  PORT               first of the ports (8080): the gateway's, then those of the services behind it
  HOST               address to listen on (127.0.0.1)
  AGORA_DATA         folder for data, secrets and logs (.data)
  AGORA_CONFIG       startup configuration (config/agora.yaml)
  DATABASE_URL, REDIS_URL, NATS_URL, SMTP_URL
                     your own servers, instead of those that are started
  ADMIN_PASSWORD     for the administrator's account, when it is created
  INTERNAL_KEY       what operators send as Svc-Internal-Auth
  CAPTCHA_ENABLED, LIMITS_ENABLED
                     false disables them

What else each service reads is in services/*/src/config.ts; docs/operations.md says how to operate all of it.`

const UNITS = /** @type {const} */ ([
  ['days', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
])

/**
 * How long something has run, in the largest suitable unit.
 *
 * @param {number} seconds
 */
function duration(seconds) {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 2 * least) ?? ['s', 1]
  return `${Math.floor(seconds / size)} ${unit}`
}

/** In a process of its own, which gives back the memory of building; this one runs for long. */
async function build() {
  // Compile errors are reported, and what was compiled anyway runs.
  const words = [path.join(root, 'scripts/build.mjs'), '--tolerant']
  const { status } = await run(process.execPath, words, { show: true })
  if (status !== 0) process.exit(1)
}

/** Prints what runs. Status 0: all is well, 1: something is not, 3: nothing runs. */
async function printStatus() {
  await build()
  const { readSettings } = await import('@agora/suite/settings')
  const { statusOf } = await import('@agora/suite/status')
  const { data } = readSettings(process.env)
  const status = await statusOf(data)
  if (!status) {
    console.log(`Agora does not run on the data in ${data}.`)
    return 3
  }
  console.log(status.url ? `Agora runs: ${status.url}/` : 'Agora is being started.')
  for (const { name, state, pid, upSeconds, memoryBytes } of status.processes) {
    const memory = memoryBytes === undefined ? '' : `${Math.round(memoryBytes / 2 ** 20)} MiB`
    const up = upSeconds === undefined ? '' : `for ${duration(upSeconds)}`
    console.log(
      `  ${name.padEnd(12)} ${state.padEnd(16)} ${memory.padStart(9)}   ${up.padEnd(12)} process ${pid}`,
    )
  }
  return status.isWell ? 0 : 1
}

async function main() {
  const [word, ...more] = process.argv.slice(2)
  if (word === '--help' || word === '-h') return console.log(USAGE)
  if (word === '--status' && more.length === 0) return process.exit(await printStatus())
  if (word !== undefined) {
    console.error(`${[word, ...more].join(' ')} is not an option.\n\n${USAGE}`)
    process.exit(2)
  }
  await build()
  const { startInstance } = await import('@agora/suite/instance')
  const abort = new AbortController()
  /** @type {Instance | undefined} */
  let instance
  onStopRequest(async () => {
    console.log('\nStopping ...')
    abort.abort(new Error('Stopped before the start was complete.'))
    await instance?.stop()
    if (!instance) return
    console.log('Stopped.')
    process.exit(0)
  })
  instance = await startInstance({ env: process.env, note, step, signal: abort.signal })
  if (!abort.signal.aborted) return print(instance)
  await instance.stop()
  throw abort.signal.reason
}

try {
  await main()
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
