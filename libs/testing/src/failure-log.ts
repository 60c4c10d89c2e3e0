// Adds to a failed test's error what its file's suites logged as errors meanwhile.
import { afterEach } from 'vitest'
import { runningSuites } from './running-suites.ts'

const ERRORS = ['error', 'fatal']
/** Per process; the first ones. */
const MAX_LINES = 3
const MAX_CHARACTERS = 600

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
  const lines = [failure.message]
  for (const process of [...runningSuites].flatMap((processes) => Object.values(processes).flat())) {
    const logged = process.log().split('\n')
    const errors = logged.filter((line) => isError(line, result?.startTime ?? 0))
    for (const line of errors.slice(0, MAX_LINES))
      lines.push(`${process.name}: ${line.slice(0, MAX_CHARACTERS)}`)
  }
  const message = lines.join('\n')
  failure.stack = failure.stack?.replace(failure.message, () => message)
  failure.message = message
})
