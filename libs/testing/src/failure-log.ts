// Adds to a failed test's error what its file's suites logged as errors meanwhile.
import { afterEach } from 'vitest'
import { runningSuites } from './running-suites.ts'

const ERRORS = ['error', 'fatal']
/** Per process; the first ones. */
const MOST_LINES = 3
const MOST_CHARACTERS = 600

function isError(line: string, since: number): boolean {
  try {
    const { level, time } = JSON.parse(line)
    return ERRORS.includes(level) && new Date(time).getTime() >= since
  } catch {
    // Not a log record: a library's warning, or the runtime's last words.
    return line.includes('Error')
  }
}

afterEach(({ task: { result } }) => {
  const [failure] = result?.errors ?? []
  if (!failure) return
  const told = [failure.message]
  for (const process of [...runningSuites].flatMap((processes) => Object.values(processes).flat())) {
    const lines = process.log().split('\n')
    const errors = lines.filter((line) => isError(line, result?.startTime ?? 0))
    for (const line of errors.slice(0, MOST_LINES))
      told.push(`${process.name}: ${line.slice(0, MOST_CHARACTERS)}`)
  }
  const message = told.join('\n')
  failure.stack = failure.stack?.replace(failure.message, () => message)
  failure.message = message
})
