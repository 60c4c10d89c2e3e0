import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'

const logger = pathToFileURL(path.join(projectRoot, 'libs/shared/dist/observability/logger.js')).href

/** What a process that runs this has written until it ended, twenty times. */
const logsOf = (ending: string): string[] =>
  Array.from({ length: 20 }, () => {
    const program = `
      const { createLogger } = await import('${logger}')
      const log = createLogger('test', 'info')
      log.info('last words')
      ${ending}`
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout
  })

test.each([
  ['ends by itself', ''],
  ['ends itself', 'process.exit(1)'],
  ['fails', "throw new Error('unexpected')"],
])('a process that %s has written its last line, each time', (_, ending) => {
  for (const log of logsOf(ending)) expect(log).toContain('"msg":"last words"')
})
