import type { Manifest } from './manifests.ts'

/** Of names that Kustomize, in letters of its own, or the chart derives from a content. */
const HASH = /-(?:[2456789bcdfghkmt]{10}|[0-9a-f]{10})$/
const generated = ['ConfigMap', 'Secret', 'Job']
/** The same under the chart's one name: Kustomize names one after its content for pods, the other not for Jobs. */
const alike: Readonly<Record<string, string>> = { 'agora-authority-jobs': 'agora-authority' }
/**
 * Who applied it, where Helm puts everything itself, what stands for hashes in names, and the version, which the overlays
 * write only where it is the application's own.
 */
const ofTheTool = [
  'app.kubernetes.io/managed-by',
  'app.kubernetes.io/version',
  'checksum/configuration',
  'namespace',
]

type Tree = { [key: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/**
 * What manifests do, by kind and name: without the names' hashes, without what says which tool made them, and with lists
 * whose order means nothing in one order.
 */
export function effectOf(manifests: readonly Manifest[]): Record<string, unknown> {
  const renamed = new Map<string, string>()
  for (const { kind, metadata } of manifests)
    if (generated.includes(kind)) {
      const name = metadata.name.replace(HASH, '')
      renamed.set(metadata.name, alike[name] ?? name)
    }
  const entries = manifests
    .filter(({ kind }) => kind !== 'Namespace')
    .map((manifest) => {
      const { kind, metadata } = manifest
      const name = renamed.get(metadata.name) ?? metadata.name
      return [`${kind} ${name}`, tidied(decoded(manifest), renamed)]
    })
  return Object.fromEntries(entries)
}

/** A Secret's texts, however they are written. */
function decoded({ data, stringData, ...rest }: Manifest): Tree {
  if (rest.kind !== 'Secret') return data === undefined ? rest : { ...rest, data }
  const texts = Object.entries(data ?? {}).map(([key, value]) => [
    key,
    Buffer.from(value.replaceAll(/\s/g, ''), 'base64').toString(),
  ])
  const { type: _type, ...others } = rest as Tree
  return { ...others, data: { ...Object.fromEntries(texts), ...stringData } }
}

function tidied(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (Array.isArray(value)) return inOrder(value.map((one) => tidied(one, renamed)))
  if (!isTree(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, of]) => [key, tidied(of, renamed)] as const)
      .filter(([key, of]) => !(ofTheTool.includes(key) || (key === 'annotations' && isEmpty(of)))),
  )
}

const isEmpty = (value: unknown) => isTree(value) && Object.keys(value).length === 0

/** Variables, volumes and mounts are found by their names. */
function inOrder(values: unknown[]): unknown[] {
  const nameOf = (value: unknown) =>
    isTree(value) && typeof value.name === 'string' ? `${value.name} ${value.mountPath ?? ''}` : undefined
  return values.every((value) => nameOf(value) !== undefined)
    ? values.toSorted((a, b) => (nameOf(a) ?? '').localeCompare(nameOf(b) ?? ''))
    : values
}
