import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'

/**
 * @typedef Load
 * @property {string} url
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body] the same each time
 * @property {string[]} [paths] asked for one after the other, instead of the path of the url
 * @property {Record<string, string>[]} [callers] with the paths: whose headers come with them, one after the other
 * @property {string} [freshHeader] the name of a header whose value is another in each request
 * @property {string[]} [bodies] each sent once, a multiple of the connections: the load ends with them
 * @property {number} [connections]
 * @property {number} [seconds]
 */

/**
 * @typedef Outcome
 * @property {number} requests
 * @property {number} failures answers of another status than 2xx, and broken connections
 * @property {number} perSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 */

export const loadTool = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error ? 'autocannon' : 'wrk'

/**
 * Runs one load. wrk uses far less processor time than autocannon, which is needed only for changing bodies.
 *
 * @param {Load} options
 * @returns {Promise<Outcome>}
 */
export function load(options) {
  return loadTool === 'wrk' && !options.bodies ? byWrk(options) : byAutocannon(options)
}

/** @param {Load} options */
async function byAutocannon({
  url,
  method = 'GET',
  headers = {},
  body,
  paths,
  callers,
  freshHeader,
  bodies,
  connections = 32,
  seconds = 2,
}) {
  let clients = 0
  /** @param {import('autocannon').Client} client */
  const setupClient = (client) => {
    let next = clients++
    const turn = () => {
      if (bodies) client.setBody(bodies[next % bodies.length])
      const own = { ...headers, ...callers?.[next % callers.length] }
      const sent = freshHeader ? { ...own, [freshHeader]: randomUUID() } : own
      if (paths) client.setRequests([{ method, headers: sent, body, path: paths[next % paths.length] }])
      next += connections
    }
    turn()
    client.on('response', turn)
  }
  const result = await autocannon({
    url,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    connections,
    ...(bodies ? { amount: bodies.length } : { duration: seconds }),
    ...(bodies || paths ? { setupClient } : {}),
  })
  const requests = result['2xx'] + result.non2xx
  return {
    requests,
    failures: result.non2xx + result.errors,
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text)

/** @param {Load} options */
function luaOf({ method = 'GET', headers = {}, body, paths = [], callers = [{}], freshHeader }) {
  /** @param {Record<string, string>} fields */
  const tableOf = (fields) =>
    `{ ${Object.entries(fields).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)} }`
  return `
    wrk.method = ${quoted(method)}
    local callers = { ${callers.map((caller) => tableOf({ ...headers, ...caller }))} }
    wrk.headers = callers[1]
    ${body === undefined ? '' : `wrk.body = ${quoted(body)}`}
    local paths, sent = { ${paths.map(quoted).join(', ')} }, 0
    if #paths > 0 then
      request = function()
        sent = sent + 1
        local headers = callers[(sent - 1) % #callers + 1]
        ${freshHeader === undefined ? '' : `headers[${quoted(freshHeader)}] = '${randomUUID()}-' .. sent`}
        return wrk.format(nil, paths[(sent - 1) % #paths + 1], headers)
      end
    end
    done = function(summary, latency)
      local e = summary.errors
      io.write(string.format('\\nRESULT {"requests": %d, "failures": %d, "us": %d, "p50": %f, "p99": %f}\\n',
        summary.requests, e.connect + e.read + e.write + e.status + e.timeout, summary.duration,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000))
    end`
}

/** @param {Load} options */
async function byWrk(options) {
  const { url, connections = 32, seconds = 2 } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'agora-load-'))
  try {
    const script = path.join(folder, 'load.lua')
    writeFileSync(script, luaOf(options))
    const output = await outputOf('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '30s',
      '-s',
      script,
      url,
    ])
    const found = /RESULT (\{.*\})/.exec(output)
    if (!found) throw new Error(`wrk said nothing of its result\n${output}`)
    const { us, ...result } = JSON.parse(found[1])
    return { ...result, perSecond: result.requests / (us / 1e6) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function outputOf(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
