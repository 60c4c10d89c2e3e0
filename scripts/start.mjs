// Runs the whole suite on this machine: npm start
import './lib/node-version.mjs'

const { build } = await import('./lib/build.mjs')
const { note, step } = await import('./lib/project.mjs')

/** Calls `stop` once, at the first request to end. Who asks twice does not want to wait; the guardian ends the rest. */
function onStopRequest(stop) {
  let requested = false
  const request = () => {
    if (requested) process.exit(1)
    requested = true
    void stop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, request)

  // A shell that started npm may end npm alone: then nobody is left who could stop this process.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent && !requested) request()
    }, 500).unref()
  }
}

function print({ url, administrator, firstPassword, inbox, logs }) {
  console.log(`
Agora is running.

  Site            ${url}/
  Sign in         ${url}/sign-in
  API             ${url}/api/v1
  API document    ${url}/docs
  Mails           ${inbox ?? 'sent with SMTP_URL'}
  Logs            ${logs}
  Administrator   ${administrator}
  Password        ${firstPassword ? `${firstPassword}   (made at the first start: change it)` : 'the one that you chose'}

Ctrl-C stops everything.`)
}

async function main() {
  // What does not compile is told, and what was compiled in spite of it runs.
  await build({ tolerant: true })
  const { startInstance } = await import('@agora/suite/instance')
  const abort = new AbortController()
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
