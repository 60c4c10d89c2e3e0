// Asks the registry for known advisories of the packages in the lock file. One of high severity or above fails if its
// package is bundled; others are reported, and so is a registry that does not answer.
import './lib/node-version.mjs'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, run, serviceNames } from './lib/project.mjs'

const GRAVE = ['high', 'critical']

/** The packages in the services' bundles, by name and version. */
function shipped() {
  const stamps = serviceNames().map((name) => path.join(root, 'services', name, 'dist/bundle/.made-from'))
  const inputs = stamps.filter(existsSync).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).inputs)
  const packages = inputs.map((input) => /node_modules\/\.pnpm\/([^/]+)\//.exec(input)?.[1])
  // `@scope+name@1.2.3_peer@4` -> `@scope/name@1.2.3`
  return new Set(packages.map((folder = '') => folder.replace('+', '/').replace(/_.*$/, '')))
}

/** @param {string} output */
function parse(output) {
  try {
    return Object.values(JSON.parse(output.slice(output.indexOf('{'))).advisories ?? {})
  } catch {
    return undefined
  }
}

const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const { output } = await run('npx', ['--yes', packageManager, 'audit', '--json'])
const advisories = parse(output)
if (advisories === undefined) {
  const reason = /responded with \d+/.exec(output)?.[0] ?? 'cannot be reached'
  console.log(`the registry gave no advisories (${reason}): the packages were not checked`)
} else {
  const inBundles = shipped()
  for (const { module_name: name, severity, title, url, findings = [] } of advisories) {
    const isShipped = findings.some((/** @type {{ version: string }} */ { version }) =>
      inBundles.has(`${name}@${version}`),
    )
    console.log(`${severity} in ${name}${isShipped ? '' : ' (a tool)'}: ${title} ${url}`)
    if (isShipped && GRAVE.includes(severity)) process.exitCode = 1
  }
}
