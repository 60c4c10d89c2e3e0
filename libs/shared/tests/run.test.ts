import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '@agora/suite/project'
import { expect, onTestFinished, test } from 'vitest'

const compiled = (module: string) => pathToFileURL(path.join(projectRoot, 'libs/shared/dist', module)).href

test('a process asked to end during its start ends by itself, with status 0', async () => {
  const program = `
    const { run } = await import('${compiled('lifecycle/run.js')}')
    const { createLogger } = await import('${compiled('observability/logger.js')}')
    setInterval(() => {}, 1000)
    await run(createLogger('test', 'info'), () => new Promise(() => console.log('starting')))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
