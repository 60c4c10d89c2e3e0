import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashFiles, root, stamp } from './project.mjs'

/** What esbuild cannot take in: native code. An image installs it as the service's only dependency. */
const EXTERNAL = ['@node-rs/argon2']

/** CommonJS packages call `require` for what Node has built in. */
const BANNER = `import { createRequire as $require } from 'node:module'; const require = $require(import.meta.url);`

const DAY_MS = 24 * 60 * 60 * 1000

const COMMANDS = { archive: ['import', 'export', 'sample', 'load-sample'] }

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

/** The lock file stands for all packages: of the inputs only the suite's own are read. */
function hashOf(programs, inputs) {
  const own = inputs.filter((file) => !file.includes('node_modules'))
  const files = ['pnpm-lock.yaml', 'scripts/lib/bundle.mjs', ...own]
  return `${Object.keys(programs)} ${hashFiles(files.map((file) => path.join(root, file)))}`
}

function readStamp(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { inputs: [], hash: '' }
}

/** What still runs from an earlier bundle may yet import a part of it: that stays for a day. */
function removeOutdated(folder, outputs) {
  const current = new Set(outputs.map((file) => path.basename(file)))
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (!current.has(name) && Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file)
  }
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
  if (made.hash === hashOf(programs, made.inputs)) return
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
    // Beside each bundle, for whoever hands an image on.
    legalComments: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  })
  for (const map of Object.keys(metafile.outputs).filter((file) => file.endsWith('.map'))) {
    const file = path.join(root, map)
    writeFileSync(file, JSON.stringify(withoutPackages(maps, JSON.parse(readFileSync(file, 'utf8')))))
  }
  removeOutdated(folder, Object.keys(metafile.outputs))
  const inputs = Object.keys(metafile.inputs)
  stamp(stampFile, JSON.stringify({ inputs, hash: hashOf(programs, inputs) }))
}

/** Makes each service's compiled code and its packages into a few files, where that code has changed. */
export async function bundle(services) {
  // Not there before the packages are installed.
  const [esbuild, maps] = await Promise.all([import('esbuild'), import('@jridgewell/sourcemap-codec')])
  await Promise.all(services.map((service) => bundleOne(esbuild, maps, service)))
}
