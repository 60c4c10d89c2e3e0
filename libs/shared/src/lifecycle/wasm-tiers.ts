import { setFlagsFromString } from 'node:v8'

/** V8 optimizes a WebAssembly function when it has executed about so many bytes of it: fifty times its default. */
const TIERING_BUDGET = 100_000_000

/**
 * Keeps V8 from optimizing WebAssembly that is loaded from now on but seldom runs, as Prisma's query compiler: the
 * optimizer's memory lies between what stays, so that 20 to 30 MB of it are never given back. What runs with every
 * request, undici's parser, is loaded before or optimized all the same.
 */
export function optimizeWasmLate(): void {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
}
