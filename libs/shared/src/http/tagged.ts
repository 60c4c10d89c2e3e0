import type { Server } from './types.ts'

/**
 * Routes that the API document lists under `tag`, but for those whose schemas name another. One in a scope of its own,
 * which is mounted later, names it itself.
 */
export const tagged =
  <More extends unknown[]>(tag: string, mount: (app: Server, ...more: More) => void) =>
  (app: Server, ...more: More): void => {
    const before = app.inventory.length
    mount(app, ...more)
    for (const route of app.inventory.slice(before)) route.schema = { tags: [tag], ...route.schema }
  }
