import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@agora/suite/servers/ports'
import { setUpNodebb } from '@agora/testing/nodebb'
import { cpuOf } from '../lib/processes.mjs'

/**
 * @typedef {import('node:stream').Readable} Readable
 * @typedef {import('node:child_process').ChildProcessByStdio<null, Readable, null>} Nodebb
 */

/** The one that is measured; others may have other routes. */
export const VERSION = '4.10.3'
const SEED = path.join(import.meta.dirname, 'nodebb-seed.cjs')
/** In milliseconds. */
const START_MS = 60_000

/**
 * An installed NodeBB with a community of this size, in one process as it is shipped.
 *
 * @param {string} folder
 * @param {'redis' | 'postgres'} store
 * @param {{ threads: number, posts: number, text: string }} community
 * @param {{ cpu: () => number }} postgres the server for `store`, if it is that
 */
export async function startNodebb(folder, store, { threads, posts, text }, postgres) {
  const site = `http://127.0.0.1:${await freePort('127.0.0.1')}`
  const nodebb = await setUpNodebb(folder, store, site)
  /** @type {Nodebb | undefined} */
  let child
  const close = async () => {
    child?.kill('SIGKILL')
    await nodebb.close()
  }
  try {
    if (nodebb.version !== VERSION)
      throw new Error(`${folder} has NodeBB ${nodebb.version}, not ${VERSION}: see bench/peers/README.md`)
    // Its stylesheets, scripts and templates: once for each installation.
    if (!existsSync(path.join(folder, 'build/cache-buster')))
      execFileSync(process.execPath, ['nodebb', 'build'], { cwd: folder, stdio: 'ignore' })
    const paths = /** @type {Record<'section' | 'thread' | 'replies' | 'token', string>} */ (
      nodebb.run(SEED, threads, posts, text)
    )
    const env = { ...process.env, NODE_ENV: 'production' }
    child = spawn(process.execPath, ['app'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    await whenReady(site + paths.section, child)
    const { pid } = child
    const behind = [store === 'postgres' ? postgres.cpu : () => cpuOf(nodebb.storePid)]
    const headers = { authorization: `Bearer ${paths.token}`, 'content-type': 'application/json' }
    return {
      name: `NodeBB ${VERSION} on ${store === 'redis' ? 'Redis' : 'Postgres'}`,
      section: { pid, behind, url: site + paths.section },
      thread: { pid, behind, url: site + paths.thread },
      reply: { pid, behind, url: site + paths.replies, headers, body: JSON.stringify({ content: text }) },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param {string} url
 * @param {Nodebb} child
 */
async function whenReady(url, child) {
  let said = ''
  child.stdout.on('data', (line) => {
    said = `${said}${line}`.slice(-2_000)
  })
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null) break
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
  }
  throw new Error(`NodeBB did not start\n${said}`)
}
