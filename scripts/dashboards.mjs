// Writes Grafana's dashboards from their declaration; --check only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dashboards, grafanaModel } from './lib/dashboards.mjs'
import { root } from './lib/project.mjs'

const check = process.argv.includes('--check')
for (const dashboard of dashboards) {
  const file = path.join(root, 'config/grafana/dashboards', `${dashboard.name}.json`)
  const text = `${JSON.stringify(grafanaModel(dashboard), null, 2)}\n`
  if (!check) writeFileSync(file, text)
  else if (read(file) !== text) {
    console.error(`${path.relative(root, file)} is out of date: run node scripts/dashboards.mjs`)
    process.exitCode = 1
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
