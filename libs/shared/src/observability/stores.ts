import { Gauge, type Registry } from 'prom-client'
import { within } from '../lifecycle/within.ts'

/** `objects`: where pictures are, a folder or a bucket. */
export type Store = 'postgres' | 'redis' | 'nats' | 'objects'

const NAME = 'agora_store_up'
/** A store that takes longer than this counts as away, in milliseconds: a scrape waits for it. */
const BOUND_MS = 800

const asked = new WeakMap<Registry, Map<Store, () => Promise<unknown>>>()

/** Reports at each scrape whether this process reaches a store: `ask` resolves if it answers. */
export function exposeStore(registry: Registry, store: Store, ask: () => Promise<unknown>): void {
  const stores = asked.get(registry) ?? new Map<Store, () => Promise<unknown>>()
  stores.set(store, ask)
  if (asked.has(registry)) return
  asked.set(registry, stores)
  new Gauge({
    name: NAME,
    help: '1 while this process reaches the store: postgres, redis, nats, objects.',
    labelNames: ['store'] as const,
    registers: [registry],
    async collect() {
      const answers = [...stores].map(async ([name, question]) => {
        const isUp = await within(BOUND_MS, question()).then(
          () => true,
          () => false,
        )
        this.set({ store: name }, Number(isUp))
      })
      await Promise.all(answers)
    },
  })
}
