import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'

const logger = pathToFileURL(path.join(projectRoot, 'libs/shared/dist/observability/logger.js')).href

/** What each of eight processes that run this has written until it ended. */
const logsOf = (ending: string): Promise<string[]> => {
  const program = `
    const { createLogger } = await import('${logger}')
    const log = createLogger('test', 'info')
    log.info('last words')
    ${ending}`
  return Promise.all(
    Array.from({ length: 8 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program])
      return text(child.stdout)
    }),
  )
}

test.each([
  ['ends by itself', ''],
  ['ends itself', 'process.exit(1)'],
  ['fails', "throw new Error('unexpected')"],
])('a process that %s has written its last line, each time', async (_, ending) => {
  for (const log of await logsOf(ending)) expect(log).toContain('"msg":"last words"')
})
