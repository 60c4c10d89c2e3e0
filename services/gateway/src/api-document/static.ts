import { fileURLToPath } from 'node:url'

/**
 * The path of a file in the folder `static`, which lies two folders above this file, its compiled form and the bundle.
 */
export const staticFile = (name: string): string =>
  fileURLToPath(new URL(`../../static/${name}`, import.meta.url))
