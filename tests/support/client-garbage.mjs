// What calls and streams of the client do when their signals abort after garbage has been collected. Prints what it saw.
import { createAgoraClient } from '@agora/client'

const client = createAgoraClient(process.argv[2])
const GIVEN_UP_MS = 10_000

/** Until everything that nothing holds is gone: what is held weakly needs several rounds. */
async function collect() {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const orGiveUp = (promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, GIVEN_UP_MS, 'still waiting').unref())])

/** How a call ends whose signal aborts while it waits. */
async function aborted(path) {
  const leaving = new AbortController()
  const call = client.GET(path, { signal: leaving.signal }).then(
    () => 'answered',
    ({ name }) => name,
  )
  await collect()
  leaving.abort()
  return orGiveUp(call)
}

async function streamed() {
  const leaving = new AbortController()
  let events = 0
  let reopened = () => {}
  const again = new Promise((resolve) => {
    reopened = resolve
  })
  const reading = (async () => {
    for await (const _ of client.streamNotifications({ signal: leaving.signal, silenceMs: 500 }))
      if (++events === 2) reopened(true)
    return true
  })()
  await collect()
  const isReopened = await orGiveUp(again)
  await collect()
  leaving.abort()
  return { reopened: isReopened, left: await orGiveUp(reading) }
}

const result = {
  unanswered: await aborted('/api/v1/config'),
  halfAnswered: await aborted('/api/v1/forum/overview'),
  ...(await streamed()),
}
process.stdout.write(JSON.stringify(result), () => process.exit())
