import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'
import { createLogger } from '../src/observability/logger.ts'

const compiled = (file: string) => pathToFileURL(path.join(projectRoot, 'libs/shared/dist', file)).href
const logger = compiled('observability/logger.js')

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

/** An escape sequence, DEL, a C1 control, line ends of Unicode, and what turns the text around it. */
const ACTS = '\u001b[2J\u007f\u009b1A\u0085\u2028\u2029\u202e\u2066'
const INERT = /^\P{C}*$/u

test('a log line has nothing that a terminal obeys or readers take for its end, and says the same', () => {
  const lines: string[] = []
  const log = createLogger('test', 'info', { write: (line) => void lines.push(line) })
  log.child({ bound: ACTS }).info({ err: new Error(ACTS), [ACTS]: ACTS }, `said ${ACTS}`)
  expect(lines).toHaveLength(1)
  expect(lines[0]!.slice(0, -1)).toMatch(INERT)
  expect(lines[0]!.slice(0, -1)).not.toMatch(/[\u2028\u2029]/)
  const said = JSON.parse(lines[0]!)
  expect(said).toMatchObject({ bound: ACTS, [ACTS]: ACTS, msg: `said ${ACTS}`, err: { message: ACTS } })
})

test('a command prints its error on lines that no terminal obeys', async () => {
  const program = `
    const { runCommand } = await import('${compiled('cli/run-command.js')}')
    await runCommand(async () => { throw new Error(${JSON.stringify(`one ${ACTS}\ntwo`)}) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [printed, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ])
  expect(printed).toBe(`one ?[2J??1A?????\ntwo\n`)
  expect(code).toBe(2)
})
