import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'

/** What its games use of Eternaltwin's client libraries. */
export interface EternaltwinLibrary {
  RfcOauthClient: new (options: {
    authorizationEndpoint: URL
    tokenEndpoint: URL
    callbackEndpoint: URL
    clientId: string
    clientSecret: string
  }) => {
    getAuthorizationUri(scope: string, state: string): URL
    getAccessToken(code: string): Promise<{ accessToken: string; expiresIn: number }>
  }
  HttpEtwinClient: new (
    site: URL,
  ) => {
    getAuthSelf(accessToken: string): Promise<{ type: unknown; user: Named }>
    getUserById(accessToken: string | null, id: string): Promise<Named>
  }
}
interface Named {
  id: string
  displayName: { current: { value: string } }
}

/** What they import from npm, as its lock file has it. The libraries themselves are on no public registry. */
const PACKAGES = [
  'auth-header@1.0.0',
  'kryo@0.13.0',
  'kryo-json@0.13.0',
  'superagent@6.1.0',
  'url-join@4.0.1',
]

/**
 * The libraries out of a checkout of its repository, unmodified: bundled in `folder`, where what they import is installed.
 * Undefined if that cannot be had from the registry.
 */
export async function eternaltwinLibrary(
  checkout: string,
  folder: string,
): Promise<EternaltwinLibrary | undefined> {
  if (!(await install(folder))) return undefined
  const packages = path.resolve(checkout, 'packages')
  const sourceOf = (place: string) => JSON.stringify(path.join(packages, place))
  const outfile = path.join(folder, 'library.mjs')
  await build({
    stdin: {
      contents: `
        export { RfcOauthClient } from ${sourceOf('oauth-client-http/src/lib/rfc-oauth-client.mts')}
        export { HttpEtwinClient } from ${sourceOf('etwin-client-http/src/lib/index.mts')}`,
      resolveDir: folder,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    nodePaths: [path.join(folder, 'node_modules')],
    // Their configuration of TypeScript is not needed, and may not be there.
    tsconfigRaw: {},
    plugins: [coreIn(packages)],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    logLevel: 'silent',
  })
  return import(pathToFileURL(outfile).href)
}

async function install(folder: string): Promise<boolean> {
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const installed = promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, ...PACKAGES])
  return installed.then(
    () => true,
    () => false,
  )
}

/** Its core, which the libraries import as a package. */
const coreIn = (packages: string): Plugin => ({
  name: 'core',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@eternal-twin\/core\// }, ({ path: name }) => ({
      path: path.join(packages, 'core/src/lib', `${name.slice('@eternal-twin/core/'.length)}.mts`),
    }))
  },
})
