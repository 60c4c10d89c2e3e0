import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/**
 * Does the work as the step that `traceparent` names. Only spans of stores ask for it: their clients are called from
 * everywhere, with nothing to say it by.
 */
export const asStep = <Result>(traceparent: string, work: () => Result): Result =>
  storage.run(traceparent, work)

/** The step that is under way; undefined outside of any, and while no spans are kept. */
export const currentStep = (): string | undefined => storage.getStore()
