// Fails if a document names a file or code, or links to a heading, that does not exist, an operation has no file or an area
// no test of its name, the upgrade notes lack a migration, or a comment of the source has no subject; makes docs/endpoints.md:
//   node scripts/documents.mjs           fails as well if that page does not match the routes
//   node scripts/documents.mjs --write   writes it
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endpointsPage } from './lib/endpoints.mjs'
import { root } from './lib/project.mjs'

const words = ['ls-files', '--cached', '--others', '--exclude-standard']
const files = execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const tops = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))
const sources = new Map(
  files
    .filter((name) => /^(libs|services)\/[^/]+\/src\/.*\.tsx?$/.test(name))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

const page = path.join(root, 'docs/endpoints.md')
const endpoints = endpointsPage(
  sources,
  JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')),
  files.filter((name) => name.endsWith('.test.ts')),
)
if (process.argv.includes('--write')) writeFileSync(page, endpoints)
else if (readFileSync(page, 'utf8') !== endpoints) {
  console.error('docs/endpoints.md does not match the routes: run node scripts/documents.mjs --write')
  process.exitCode = 1
}

/**
 * Turns `a/{b,c}.ts` and `a/*.ts` into an expression that matches the end of a path.
 *
 * @param {string} name
 */
const patternOf = (name) =>
  name
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replaceAll('{', '(?:')
    .replaceAll('}', ')')
    .replaceAll(',', '|')

/**
 * A path in backticks with a file extension may begin anywhere; a folder begins at the root.
 *
 * @param {string} name
 */
function isThere(name) {
  const isFile = /\.(ts|mjs|js|md|json|jsonc|ya?ml|sql|prisma|grit|conf)$/.test(name)
  const expression = isFile
    ? new RegExp(`(^|/)${patternOf(name)}$`)
    : new RegExp(`^${patternOf(name.replace(/\/$/, ''))}(/|$)`)
  return files.some((file) => expression.test(file))
}

/** Created at run time or in a deployment, so not in the repository. */
const made = /^(dist|deploy|node_modules|\.|secrets)|\/(dist|generated|node_modules|secrets|results)(\/|$)/

/**
 * Paths, and names of tests without their folders.
 *
 * @param {string} text
 */
function namesIn(text) {
  const named = /`([\w@.*{},-]+(?:\/[\w@.*{},-]+)+\/?|[a-z\d{},-]+(?:\.slow|\.long)?\.test\.ts)`/g
  const quoted = [...text.matchAll(named)].map(([, name]) => name)
  return quoted.filter(
    (name) => !made.test(name) && (/\.(ts|mjs|sql|prisma|grit)$/.test(name) || tops.has(name.split('/')[0])),
  )
}

/**
 * Names in a README below services: files without a folder may be anywhere below it, `src/…` and `../…` begin at it.
 *
 * @param {string} file
 * @param {string} text
 */
function ownNamesIn(file, text) {
  const [, folder] = /^(services\/.+\/)README\.md$/.exec(file) ?? []
  if (folder === undefined) return []
  const names = [...text.matchAll(/`([\w@.*{},-]+\.tsx?|(?:src|\.\.)\/[\w/@.*{},-]+)`/g)].map(
    ([, name]) => name,
  )
  return names.filter((name) => {
    const isBare = /^[^/]+\.tsx?$/.test(name)
    const where = isBare ? `^${folder}(.*/)?` : '^'
    const full = isBare ? name : path.posix.join(folder, name)
    const expression = new RegExp(`${where}${patternOf(full.replace(/\/$/, ''))}(/|$)`)
    return !files.some((one) => expression.test(one))
  })
}

/** @param {string} heading */
const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
/** @param {string} text */
const headingsOf = (text) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading))

/**
 * @param {string} file
 * @param {string} text
 */
function brokenLinks(file, text) {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|media:)([^)\s]+)\)/g)].map(([, link]) => link)
  return links.filter((link) => {
    const [name, anchor] = link.split('#')
    const target = name === '' ? file : path.join(path.dirname(file), name)
    if (!existsSync(path.join(root, target))) return true
    if (!anchor || !target.endsWith('.md')) return false
    return !headingsOf(readFileSync(path.join(root, target), 'utf8')).includes(anchor)
  })
}

for (const file of files.filter((name) => name.endsWith('.md'))) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const missing = [
    ...namesIn(text).filter((name) => !isThere(name)),
    ...ownNamesIn(file, text),
    ...brokenLinks(file, text),
  ]
  for (const name of new Set(missing)) {
    console.error(`${file} names ${name}, which does not exist`)
    process.exitCode = 1
  }
}

const code = [...sources.values()].join('\n')
for (const file of ['ARCHITECTURE.md', 'STYLE_GUIDE.md']) {
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [, name] of text.matchAll(/`(?:new )?([a-z]+[A-Z]\w*)[`(]/g)) {
    if (new RegExp(`\\b${name}\\b`).test(code)) continue
    console.error(`${file} names ${name}, which is nowhere in the code`)
    process.exitCode = 1
  }
}

for (const [file, text] of sources) {
  text.split('\n').forEach((line, index) => {
    if (!/(\/\*\*|^ +\*|\/\/) Of [a-z\d]/.test(line)) return
    console.error(`${file}:${index + 1} has a comment without a subject: say what it is that something is of`)
    process.exitCode = 1
  })
}

const notes = readFileSync(path.join(root, 'docs/upgrading.md'), 'utf8').split('\n')
for (const file of files.filter((name) => name.endsWith('/migration.sql'))) {
  const [, service, name] = /^services\/([^/]+)\/prisma\/migrations\/\d+_([^/]+)\//.exec(file) ?? []
  if (name === undefined) continue
  if (notes.some((line) => line.startsWith(`| ${service} `) && line.includes(`\`${name}\``))) continue
  console.error(`docs/upgrading.md does not state the cost of the migration ${name} of ${service}`)
  process.exitCode = 1
}
