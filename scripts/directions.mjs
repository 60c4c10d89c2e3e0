// Fails if an import points the wrong way, or SQL is outside of stores: node scripts/directions.mjs
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/project.mjs'

const stores = /^(services\/[^/]+|libs\/moving)\/src\/(.+\/)?(store[^/]*\.ts|store\/.+)$/

/**
 * Who may not import what. `to` is matched with the path of a file in the repository, or with the name of a package's
 * module; `except` with the path of the importing file.
 *
 * @type {readonly { from: RegExp, to: RegExp, except?: RegExp, why: string }[]}
 */
const rules = [
  {
    from: /^(libs\/shared|services\/[^/]+)\/src\//,
    to: /^@agora\/(suite|testing|openapi|client)(\/|$)/,
    except: /^services\/web\//,
    why: 'For tests, scripts and npm start alone: what a process runs with is in libs/shared.',
  },
  {
    from: /^libs\/moving\/src\//,
    to: /^@agora\/(?!shared\/)/,
    why: 'What is moved is read and converted without knowing the forum that takes it.',
  },
  {
    from: /^services\/web\/src\//,
    to: /^@agora\/(suite|testing|openapi)(\/|$)/,
    why: 'For tests, scripts and npm start alone: the pages need only the client.',
  },
  {
    from: /^services\/[^/]+\/src\//,
    to: /^@node-rs\//,
    except: /^services\/gateway\/src\/identity\/passwords\/(passwords|imported)\.ts$/,
    why: 'Passwords are hashed in one place alone, where callers are counted and wait.',
  },
  {
    from: /^services\/[^/]+\/src\/(.+\/)?operations\//,
    to: /^(fastify|@fastify\/.+|@agora\/shared\/http\/.+|.+\/routes\.ts)$/,
    why: 'Operations know nothing of HTTP: routes hand them what they need.',
  },
  {
    from: /^services\/[^/]+\/src\/(.+[/-])?routes\.ts$/,
    to: /^(pg|@prisma\/.+)$|\/generated\/|\/store[^/]*\.ts$|\/store\//,
    why: 'Routes call operations; those call the store.',
  },
  {
    from: stores,
    to: /^(fastify|@fastify\/.+|@agora\/shared\/http\/.+)$|\/operations\/|\/(.+-)?routes\.ts$|\/(context|views)\.ts$/,
    why: 'A store knows nothing of those who call it.',
  },
  {
    from: /^(services\/(?!forum\/)|services\/forum\/src\/(?!cli\/|moving\/))/,
    to: /^(services\/forum\/src\/moving\/|@agora\/moving\/)/,
    why: 'A running forum knows nothing of imports and exports: their commands alone do.',
  },
  {
    from: /^services\/gateway\/src\/edge\//,
    to: /^services\/gateway\/src\/identity\/(?!credentials\/)/,
    why: 'What passes requests on asks who somebody is, and nothing else about accounts.',
  },
]

/**
 * The rooms of a service, those above importing those below. Whatever is not listed may be imported by all.
 *
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const floors = {
  'services/gateway/src': [
    ['main.ts', 'cli'],
    ['app.ts'],
    ['areas', 'operators', 'startup'],
    ['context.ts'],
    ['api-document'],
    ['edge'],
    ['identity'],
    ['refusals', 'callers'],
    ['errors.ts'],
    ['config.ts'],
  ],
}

/** Statements, and what runs them. */
const sqlSpoken =
  /\.query(?:<[^(]*>)?\(|\.(?:maybeOne|scalars?|maybeScalar|hasRows)\s*[(<]|\b(?:db|tx|pool)\.(?:one|all|rowCount)\b|\bsql`|\.\$(?:query|execute)Raw/
const mayHoldSql = [
  stores,
  // Nothing but talk with Postgres: COPY, cursors and statements that are sent ahead.
  /^services\/archive\/src\/(exporter\/.+|importer\/(batches|copy|import|late|lock|rows|session)|sample\/load)\.ts$/,
]

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'libs', 'services'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /^(libs|services)\/[^/]+\/src\/.*\.tsx?$/.test(file) && existsSync(path.join(root, file)))

const imported =
  /(?:^|\n)(?:import|export)[^'\n]*(?:\n[^'\n]*)*? from '([^']+)'|(?:^|\n)import '([^']+)'|\bimport\('([^']+)'\)/g

/** @param {string} file */
const textOf = (file) => readFileSync(path.join(root, file), 'utf8')

/** @param {string} file */
function importsOf(file) {
  const text = textOf(file)
  return [...text.matchAll(imported)].map(([, from, bare, late]) => {
    const name = from ?? bare ?? late ?? ''
    return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name
  })
}

/**
 * @param {string} file
 * @param {string} target
 */
function reasonAgainst(file, target) {
  const [service] = /^services\/[^/]+\//.exec(file) ?? []
  if (service !== undefined && target.startsWith('services/') && !target.startsWith(service))
    return 'Services never import each other: what two of them need is in libs/shared.'
  for (const { from, to, except, why } of rules)
    if (from.test(file) && to.test(target) && !except?.test(file)) return why
  for (const [folder, levels] of Object.entries(floors)) {
    /** @param {string} name */
    const levelOf = (name) => {
      if (!name.startsWith(`${folder}/`)) return -1
      const room = name.slice(folder.length + 1).split('/')[0] ?? ''
      return levels.findIndex((rooms) => rooms.includes(room))
    }
    const [from, to] = [levelOf(file), levelOf(target)]
    if (from >= 0 && to >= 0 && to < from) return `Points up: ${levels[to]} stands above ${levels[from]}.`
  }
  return undefined
}

for (const file of files) {
  const hasSql = sqlSpoken.test(textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  if (hasSql && /^(services|libs\/moving)\//.test(file) && !mayHoldSql.some((place) => place.test(file))) {
    console.error(`${file} holds SQL, which belongs into a store: operations, routes and views call it.`)
    process.exitCode = 1
  }
  for (const target of importsOf(file)) {
    const why = reasonAgainst(file, target)
    if (why === undefined) continue
    console.error(`${file} imports ${target}. ${why}`)
    process.exitCode = 1
  }
}
