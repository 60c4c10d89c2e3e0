import { fileURLToPath } from 'node:url'

/** Path of a file of the folder `static`, which lies two folders above this one, its compiled form and the bundle. */
export const staticFile = (name: string): string =>
  fileURLToPath(new URL(`../../static/${name}`, import.meta.url))
