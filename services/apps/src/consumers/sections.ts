import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import { Uuid } from '@agora/shared/contracts/types'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { Type } from 'typebox'
import type { SectionStore } from './store-sections.ts'

/** Looks up a section's key by its id: events name sections by id, the configuration by key. */
export interface Sections {
  /**
   * Undefined for a section that the forum does not list. `traceparent` continues the trace in a call to the forum.
   *
   * @throws Error if the forum had to be asked and did not answer.
   */
  keyOf(id: string, traceparent: string): Promise<string | undefined>
}

const TIMEOUT_MS = 3_000
const SectionPage = Type.Object({
  items: Type.Array(Type.Object({ id: Uuid, key: Type.String() })),
})

/** Reads the forum's public listing when it first meets an id, and caches it. */
export function createSections(store: SectionStore, gateway: Upstream): Sections {
  const known = new Map<string, string>()

  const remember = async (sections: readonly { id: string; key: string }[]) => {
    await store.add(sections)
    for (const { id, key } of sections) known.set(id, key)
  }

  const readAll = async (traceparent: string) => {
    for (let offset = 0; ; offset += MAX_PAGE) {
      const page = await callService(gateway, {
        path: `/api/v1/forum/sections?offset=${offset}&limit=${MAX_PAGE}`,
        answer: SectionPage,
        traceparent,
        timeoutMs: TIMEOUT_MS,
      })
      await remember(page.items)
      if (page.items.length < MAX_PAGE) return
    }
  }

  return {
    keyOf: async (id, traceparent) => {
      const key = known.get(id) ?? (await store.keyOf(id))
      if (key === undefined) await readAll(traceparent)
      else known.set(id, key)
      return known.get(id)
    },
  }
}
