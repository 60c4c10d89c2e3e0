import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { findTool } from '@agora/suite/servers/tools'
import { parseAllDocuments } from 'yaml'

const execute = promisify(execFile)

/** The parts of a rendered manifest that these tests read. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a different tree for every kind, checked against the API's own schemas.
  spec?: any
  // biome-ignore lint/suspicious/noExplicitAny: of service accounts.
  [key: string]: any
}

/** The first version whose `kustomize` understands everything in the manifests. */
const LEAST_MINOR = 22

/** This machine's kubectl; undefined if there is none or an older one, which is an error in CI. */
export async function findKubectl() {
  try {
    const kubectl = await findTool('kubectl')
    const options = { env: { ...process.env, ...kubectl.env } }
    const { stdout } = await execute(kubectl.command, ['version', '--client', '--output=json'], options)
    const { clientVersion } = JSON.parse(stdout)
    if (Number.parseInt(clientVersion.minor, 10) < LEAST_MINOR)
      throw new Error(`kubectl ${clientVersion.gitVersion} is older than 1.${LEAST_MINOR}`)
    return kubectl
  } catch (error) {
    if (process.env.CI) throw error
    return undefined
  }
}

/** What `kubectl apply -k` of an overlay, with these additional components, would send; generates its secrets. */
export async function render(
  overlay: 'dev' | 'production',
  components: readonly string[] = [],
  change: (overlayFolder: string) => void = () => {},
): Promise<Manifest[]> {
  const kubectl = await findKubectl()
  if (!kubectl) throw new Error('no kubectl')
  mkdirSync(path.join(projectRoot, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(projectRoot, '.cache/manifests-'))
  try {
    for (const part of ['k8s', 'config/grafana'])
      cpSync(path.join(projectRoot, part), path.join(folder, part), { recursive: true })
    const overlayFolder = path.join(folder, 'k8s/overlays', overlay)
    const kustomization = path.join(overlayFolder, 'kustomization.yaml')
    const added = components.map((name) => `  - ../../components/${name}\n`).join('')
    const text = readFileSync(kustomization, 'utf8').replace(/components:\n(?: .*\n)*/, `$&${added}`)
    writeFileSync(kustomization, text)
    const script = path.join(projectRoot, 'scripts/deployment.mjs')
    const target = overlay === 'dev' ? 'k8s-dev' : 'k8s'
    change(overlayFolder)
    await execute(process.execPath, [script, target, path.join(overlayFolder, 'secrets')])
    const { stdout } = await execute(kubectl.command, ['kustomize', overlayFolder], {
      env: { ...process.env, ...kubectl.env },
      maxBuffer: 16 * 1024 * 1024,
    })
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The operators' resources have packages of their own. */
const operators: Record<string, string> = {
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator',
  'keda.sh/v1alpha1': '@kubernetes-models/keda',
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api',
}

/** Envoy Gateway publishes no schemas as a package. */
export const hasModels = ({ apiVersion }: Manifest) => !apiVersion.startsWith('gateway.envoyproxy.io/')

/** `apps/v1` -> `kubernetes-models/apps/v1`, `v1` -> `kubernetes-models/v1`. */
export const modelsOf = ({ apiVersion }: Manifest) =>
  `${operators[apiVersion] ?? 'kubernetes-models'}/${apiVersion}`

/**
 * The compiler's errors about manifests that the Kubernetes API would not understand: its types reject misspelt fields,
 * which its schemas allow.
 */
export async function unknownFields(manifests: readonly Manifest[]): Promise<string> {
  const folder = mkdtempSync(path.join(projectRoot, '.cache/manifest-types-'))
  try {
    const lines = manifests.map(
      (manifest, index) =>
        `import type { I${manifest.kind} as K${index} } from '${modelsOf(manifest)}/${manifest.kind}'\n` +
        `export const m${index}: K${index} = ${JSON.stringify(manifest)}`,
    )
    const file = path.join(folder, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc')
    const words = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022']
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--ignoreConfig', '--types', '']
    return await execute(process.execPath, [tsc, ...words, ...modules, file]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
