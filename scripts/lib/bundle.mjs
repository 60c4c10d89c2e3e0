import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashFiles, isStamped, root, stamp } from './project.mjs'

/** @typedef {typeof import('@jridgewell/sourcemap-codec')} Codec */

/** Native code, which esbuild cannot bundle. An image installs it, as the service's only dependencies. */
const EXTERNAL = ['@node-rs/argon2', '@node-rs/bcrypt', 'sharp']

/**
 * CommonJS packages call `require` for Node's built-in modules. Without a navigator, which Node has from 21 on, pg tries
 * out `Response`: that loads fetch, 12 MB and 40 ms of each start.
 */
export const BANNER = `import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url); globalThis.navigator ??= { userAgent: 'Node.js' };`

const DAY_MS = 24 * 60 * 60 * 1000

export const LICENCES = 'LICENCES.txt'

/** @type {Record<string, string[]>} */
const COMMANDS = {
  archive: ['import', 'export', 'sample', 'load-sample'],
  forum: ['rebuild', 'import', 'export'],
  gateway: ['accounts'],
  media: ['convert', 'pictures'],
}

/**
 * A service's compiled programs by name: itself, its migration and its commands.
 *
 * @param {string} service
 */
function programsOf(service) {
  const dist = path.join(root, 'services', service, 'dist')
  const commands = COMMANDS[service] ?? []
  return {
    main: path.join(dist, 'main.js'),
    migrate: path.join(root, 'libs/shared/dist/cli/migrate.js'),
    ...Object.fromEntries(commands.map((name) => [name, path.join(dist, 'cli', `${name}.js`)])),
  }
}

/**
 * The lock file stands for all packages: only the suite's own inputs are read, with their maps.
 *
 * @param {string} service
 * @param {object} programs
 * @param {string[]} inputs
 */
function hashOf(service, programs, inputs) {
  const own = inputs.filter((file) => !file.includes('node_modules'))
  const manifests = ['libs/shared', 'libs/moving', `services/${service}`].map(
    (folder) => `${folder}/package.json`,
  )
  const maps = own.map((file) => `${file}.map`)
  const files = ['package.json', 'pnpm-lock.yaml', 'scripts/lib/bundle.mjs', ...manifests, ...own, ...maps]
  return `${Object.keys(programs)} ${hashFiles(files.map((file) => path.join(root, file)))}`
}

/** @param {string} file */
function readStamp(file) {
  const made = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { inputs: [], outputs: [], hash: '', ...made }
}

/**
 * A process started from an earlier bundle may still import parts of it, so they stay for a day.
 *
 * @param {string} folder
 * @param {string[]} replaced
 * @param {string[]} outputs
 */
function removeOutdated(folder, replaced, outputs) {
  const now = new Date()
  for (const name of readdirSync(folder).filter((name) => !outputs.includes(name))) {
    const file = path.join(folder, name)
    if (replaced.includes(name)) utimesSync(file, now, now)
    else if (now.getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file)
  }
}

/**
 * What licences require to be distributed with the code: the texts of all packages in a bundle, including bundled ones.
 *
 * @param {string[]} inputs
 */
export function licencesOf(inputs) {
  const packages = /** @type {Set<string>} */ (
    new Set(inputs.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean))
  )
  const bundled = inputs
    .map((file) => path.join(root, path.dirname(file), LICENCES))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  const texts = [...packages].sort().flatMap((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    const files = readdirSync(path.join(root, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    return files.map(
      (file) => `${name} ${version}\n\n${readFileSync(path.join(root, folder, file), 'utf8').trim()}\n`,
    )
  })
  return [...texts, ...bundled].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The typed client as it is published: one file, with its packages. */
export async function bundleClient() {
  const folder = path.join(root, 'libs/client/dist/bundle')
  const stampFile = path.join(folder, '.made-from')
  const sources = readdirSync(path.join(root, 'libs/client/src')).map((name) =>
    path.join(root, 'libs/client/src', name),
  )
  const hash = hashFiles([path.join(root, 'pnpm-lock.yaml'), ...sources])
  if (isStamped(stampFile, hash)) return
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['libs/client/src/client.ts'],
    outdir: folder,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    // The field in which browser packages name their modules.
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
  })
  writeFileSync(path.join(folder, LICENCES), licencesOf(Object.keys(metafile.inputs)))
  stamp(stampFile, hash)
}

/**
 * Removes packages from a source map: nine tenths of what Node would otherwise read at startup.
 *
 * @param {Codec} codec
 * @param {{ sources: string[], mappings: string }} map
 */
function withoutPackages({ decode, encode }, { sources, mappings, ...map }) {
  const isOwn = sources.map((source) => !source.includes('node_modules'))
  let wasOwn = true
  const own = decode(mappings).map((line) =>
    line.flatMap((segment) => {
      const [column, source] = segment
      const before = wasOwn
      wasOwn = source !== undefined && isOwn[source]
      if (wasOwn) return [segment]
      return before ? [/** @type {[number]} */ ([column])] : []
    }),
  )
  return {
    ...map,
    sources: sources.map((source, index) => (isOwn[index] ? source : '')),
    mappings: encode(own),
  }
}

/**
 * @param {typeof import('esbuild')} esbuild
 * @param {Codec} maps
 * @param {string} service
 */
async function bundleOne(esbuild, maps, service) {
  const folder = path.join(root, 'services', service, 'dist/bundle')
  const stampFile = path.join(folder, '.made-from')
  const programs = programsOf(service)
  const made = readStamp(stampFile)
  if (made.hash === hashOf(service, programs, made.inputs)) return
  // A half-written bundle must not be trusted.
  rmSync(stampFile, { force: true })
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    // What is imported on demand stays a file of its own.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    define: { AGORA_VERSION: JSON.stringify(version) },
    // Node keeps its source text in memory: without white space it is a third less. Names stay: oidc-provider
    // identifies its models by their class names, and `keepNames` would name each function again whenever it is
    // created, which costs an import a tenth of its time.
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  })
  for (const map of Object.keys(metafile.outputs).filter((file) => file.endsWith('.map'))) {
    const file = path.join(root, map)
    writeFileSync(file, JSON.stringify(withoutPackages(maps, JSON.parse(readFileSync(file, 'utf8')))))
  }
  const inputs = Object.keys(metafile.inputs)
  writeFileSync(path.join(folder, LICENCES), licencesOf(inputs))
  const outputs = [LICENCES, ...Object.keys(metafile.outputs).map((file) => path.basename(file))]
  removeOutdated(folder, made.outputs, outputs)
  stamp(stampFile, JSON.stringify({ inputs, outputs, hash: hashOf(service, programs, inputs) }))
}

/**
 * Bundles each service's compiled code and its packages into a few files, if that code has changed.
 *
 * @param {string[]} services
 */
export async function bundle(services) {
  // Not available before the packages are installed.
  const [esbuild, maps] = await Promise.all([import('esbuild'), import('@jridgewell/sourcemap-codec')])
  await Promise.all(services.map((service) => bundleOne(esbuild, maps, service)))
  // It keeps a process of its own for later builds.
  await esbuild.stop()
}
