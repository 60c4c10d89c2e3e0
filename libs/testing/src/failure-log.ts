// The error of a test that fails tells, too, what the processes of its file's suites called errors meanwhile.
import { afterEach } from 'vitest'
import { runningSuites } from './running-suites.ts'

const ERRORS = ['error', 'fatal']
/** Of one process, the first. */
const MOST_LINES = 3
const MOST_CHARACTERS = 600

function isError(line: string, since: number): boolean {
  try {
    const { level, time } = JSON.parse(line)
    return ERRORS.includes(level) && new Date(time).getTime() >= since
  } catch {
    // No record: a warning of a library, or the runtime's last words.
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
