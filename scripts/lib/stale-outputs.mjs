import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

const compiled = /^(?<name>.+?)(?:\.d\.ts|\.js|\.js\.map)$/

/** Removes the compiler's output for deleted sources, which it leaves behind for others to import by mistake. */
export function removeStaleOutputs() {
  for (const group of ['libs', 'services']) {
    for (const name of readdirSync(path.join(root, group))) removeFrom(path.join(root, group, name))
  }
}

/** @param {string} folder */
function removeFrom(folder) {
  const dist = path.join(folder, 'dist')
  if (!existsSync(dist)) return
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.relative(dist, path.join(entry.parentPath, entry.name))
    const source = compiled.exec(file)?.groups?.name
    if (!entry.isFile() || source === undefined || file.startsWith(`bundle${path.sep}`)) continue
    const sources = ['.ts', '.tsx'].map((ending) => path.join(folder, 'src', `${source}${ending}`))
    if (!sources.some((one) => existsSync(one))) rmSync(path.join(dist, file))
  }
}
