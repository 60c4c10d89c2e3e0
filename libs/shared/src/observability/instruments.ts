import { Counter, Gauge, type Registry } from 'prom-client'

type Reading = number | undefined

/** A counter. Its series, of all `labels`, begin at 0: a rate misses the first event of a series that is born with it. */
export function counter<Label extends string>(
  registry: Registry | undefined,
  name: string,
  help: string,
  labels: Record<Label, readonly string[]>,
): Counter<Label> {
  const labelNames = Object.keys(labels) as Label[]
  const counted = new Counter({ name, help, labelNames, registers: registry ? [registry] : [] })
  let series: Partial<Record<Label, string>>[] = [{}]
  for (const label of labelNames)
    series = series.flatMap((one) => labels[label].map((value) => ({ ...one, [label]: value })))
  for (const one of series) counted.inc(one, 0)
  return counted
}

/** A gauge that is read at each scrape. If an asynchronous reading fails, or is undefined, the last one stays: 0 before the first. */
export function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const reading = read()
      const value = reading instanceof Promise ? await reading.catch(() => undefined) : reading
      if (value !== undefined) this.set(value)
    },
  })
}
