import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isRunning, markOf } from '@agora/suite/processes'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'

const compiled = (file: string) => pathToFileURL(path.join(projectRoot, 'libs/suite/dist', file)).href

/** Starts a store, reports where and which, and then does nothing. */
const parent = `
  const { startRedis } = await import('${compiled('servers/redis.js')}')
  const { temporaryFolder } = await import('${compiled('temporary.js')}')
  const folder = temporaryFolder('guardian')
  const server = await startRedis({ folder: folder.path })
  console.log(JSON.stringify({ pid: server.pid, folder: folder.path }))
  setInterval(() => undefined, 1000)
`

test('what a process has started and made goes with it, even when it is killed', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  )
  const { pid, folder }: { pid: number; folder: string } = JSON.parse(told)
  const mark = markOf(pid)
  expect(isRunning(mark)).toBe(true)
  expect(existsSync(folder)).toBe(true)

  child.kill('SIGKILL')
  while (isRunning(mark) || existsSync(folder)) await sleep(50)
})

test('a process is not taken for another one that has got its number', () => {
  const mark = markOf(process.pid)
  expect(isRunning(mark)).toBe(true)
  expect(isRunning({ ...mark, startedAt: '1' })).toBe(false)
})
