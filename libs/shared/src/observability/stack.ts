import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the bundle that this is part of. */
const folder = fileURLToPath(new URL('.', import.meta.url))
/** The source maps of the bundle's files, by name. */
const maps = new Map<string, SourceMap>()

function mapOf(name: string): SourceMap | undefined {
  const known = maps.get(name)
  if (known) return known
  try {
    const map = new SourceMap(JSON.parse(readFileSync(path.join(folder, `${name}.map`), 'utf8')))
    maps.set(name, map)
    return map
  } catch {
    return undefined
  }
}

/**
 * A stack with the places of the sources in place of those of the bundle. A map is read when a stack is
 * logged. With Node's own `--enable-source-maps` a process reads all of them at its start: up to 14 MB and 80 ms of
 * processor time.
 */
export const mapStack = (stack: string): string =>
  stack.replaceAll(/file:\/\/\/[^\s():]+\/([\w-]+\.js):(\d+):(\d+)/g, (place, name: string, line, column) => {
    const entry = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1)
    // Packages are not in the maps.
    if (!entry || !('originalSource' in entry) || entry.originalSource === undefined) return place
    const source = path.resolve(folder, entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
