import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashFiles, isStamped, root, stamp } from './project.mjs'

/** What esbuild cannot take in: native code. An image installs it, as the service's only dependencies. */
const EXTERNAL = ['@node-rs/argon2', '@node-rs/bcrypt']

/** CommonJS packages call `require` for what Node has built in. */
export const BANNER = `import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);`

const DAY_MS = 24 * 60 * 60 * 1000

export const LICENCES = 'LICENCES.txt'

const COMMANDS = {
  archive: ['import', 'export', 'sample', 'load-sample'],
  forum: ['reindex', 'import', 'export'],
  gateway: ['accounts'],
}

/** The compiled programs of a service by name: itself, its migration and its commands. */
function programsOf(service) {
  const dist = path.join(root, 'services', service, 'dist')
  const commands = COMMANDS[service] ?? []
  return {
    main: path.join(dist, 'main.js'),
    migrate: path.join(root, 'libs/shared/dist/cli/migrate.js'),
    ...Object.fromEntries(commands.map((name) => [name, path.join(dist, 'cli', `${name}.js`)])),
  }
}

/** The lock file stands for all packages: of the inputs only the suite's own are read, with their maps. */
function hashOf(service, programs, inputs) {
  const own = inputs.filter((file) => !file.includes('node_modules'))
  const manifests = ['libs/shared', `services/${service}`].map((folder) => `${folder}/package.json`)
  const maps = own.map((file) => `${file}.map`)
  const files = ['pnpm-lock.yaml', 'scripts/lib/bundle.mjs', ...manifests, ...own, ...maps]
  return `${Object.keys(programs)} ${hashFiles(files.map((file) => path.join(root, file)))}`
}

function readStamp(file) {
  const made = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { inputs: [], outputs: [], hash: '', ...made }
}

/** What still runs from an earlier bundle may yet import a part of it: that stays for a day after it was replaced. */
function removeOutdated(folder, replaced, outputs) {
  const now = new Date()
  for (const name of readdirSync(folder).filter((name) => !outputs.includes(name))) {
    const file = path.join(folder, name)
    if (replaced.includes(name)) utimesSync(file, now, now)
    else if (now.getTime() - statSync(file).mtimeMs > DAY_MS) rmSync(file)
  }
}

/** What a licence asks to be handed on with the code: the texts of all packages in a bundle, those in bundles that it holds too. */
export function licencesOf(inputs) {
  const packages = new Set(
    inputs.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean),
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

/** The typed client as it is published: one file, with the packages that it uses. */
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
    // The field by which packages for browsers name their modules.
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
  })
  writeFileSync(path.join(folder, LICENCES), licencesOf(Object.keys(metafile.inputs)))
  stamp(stampFile, hash)
}

/** Takes packages out of a source map, nine tenths of what Node would read of it at the start. */
function withoutPackages({ decode, encode }, { sources, mappings, ...map }) {
  const isOwn = sources.map((source) => !source.includes('node_modules'))
  let wasOwn = true
  const own = decode(mappings).map((line) =>
    line.flatMap((segment) => {
      const [column, source] = segment
      const before = wasOwn
      wasOwn = source !== undefined && isOwn[source]
      if (wasOwn) return [segment]
      return before ? [[column]] : []
    }),
  )
  return {
    ...map,
    sources: sources.map((source, index) => (isOwn[index] ? source : '')),
    mappings: encode(own),
  }
}

async function bundleOne(esbuild, maps, service) {
  const folder = path.join(root, 'services', service, 'dist/bundle')
  const stampFile = path.join(folder, '.made-from')
  const programs = programsOf(service)
  const made = readStamp(stampFile)
  if (made.hash === hashOf(service, programs, made.inputs)) return
  // Of a bundle that is half written nothing is to be believed.
  rmSync(stampFile, { force: true })
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    // What is imported when it is needed stays a file of its own.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    // Node keeps the text of what it runs: without spaces it is a third less.
    // Names stay as they are: oidc-provider knows its models by those of their classes, and `keepNames` would give each
    // function its name again whenever it is made, which costs an import a tenth of its time.
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

/** Makes each service's compiled code and its packages into a few files, where that code has changed. */
export async function bundle(services) {
  // Not there before the packages are installed.
  const [esbuild, maps] = await Promise.all([import('esbuild'), import('@jridgewell/sourcemap-codec')])
  await Promise.all(services.map((service) => bundleOne(esbuild, maps, service)))
  // It keeps a process of its own for builds to come.
  await esbuild.stop()
}
