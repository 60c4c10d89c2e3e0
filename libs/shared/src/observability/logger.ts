import { type DestinationStream, type Logger, pino } from 'pino'
import { inert } from '../lines/json-line.ts'
import { mapStack } from './stack.ts'

/** How long a line waits for others, in milliseconds. */
const TOGETHER_MS = 10

/**
 * Standard output. The lines of a moment are written together: to write one takes several times as long as to make it.
 * A normal exit or an uncaught error writes them; a killed process loses those of its last 10 ms.
 */
function openStandardOutput(): DestinationStream {
  let lines = ''
  const flush = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  const flushSync = () => {
    output.flushSync()
    // `output` writes in the background, which an exit does not wait for.
    if (lines !== '') pino.destination({ dest: 1, sync: true }).write(lines)
    lines = ''
  }
  process.on('exit', flushSync)
  const output = pino.destination(1)
  const write = (line: string) => {
    if (lines === '') setTimeout(flush, TOGETHER_MS).unref()
    lines += line
  }
  // Pino's `fatal` looks for this.
  return Object.assign({ write }, { flushSync })
}

let standardOutput: DestinationStream | undefined

function describeError(error: Error) {
  const described = pino.stdSerializers.err(error)
  if (typeof described?.stack === 'string') described.stack = mapStack(described.stack)
  return described
}

let writtenAt = 0
let written = ''

/** The time as pino appends it to a line, written once for all lines of a millisecond. */
function timeNow(): string {
  const now = Date.now()
  if (now !== writtenAt) {
    writtenAt = now
    written = `,"time":"${new Date(now).toISOString()}"`
  }
  return written
}

/** JSON lines, which no terminal obeys, on standard output unless told otherwise. Credentials never reach them, wherever they stand in a logged object. */
export function createLogger(service: string, level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: timeNow,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: inert },
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.secret',
        '*.token',
        'req.headers',
        'headers.authorization',
        'headers.cookie',
      ],
      censor: '[redacted]',
    },
  }
  standardOutput ??= openStandardOutput()
  return pino(options, to ?? standardOutput)
}
