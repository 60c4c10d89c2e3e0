import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { createAjv } from '../http/validation.ts'
import { AgoraConfig } from './agora-schema.ts'
import { faultsOf } from './faults.ts'

export type { AgoraConfig } from './agora-schema.ts'

/** One fault of the startup configuration. */
interface PlacedFault {
  line: number
  message: string
}

/** Reads and checks the whole startup configuration; the error lists every fault with its line. */
export function readAgoraFile(path: string): AgoraConfig {
  let source: string
  try {
    source = readFileSync(path, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : String(error)
    throw new Error(`the configuration ${path} cannot be read: ${reason}; AGORA_CONFIG names it`, {
      cause: error,
    })
  }
  return parseAgoraConfig(source, path)
}

export function parseAgoraConfig(source: string, path: string): AgoraConfig {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true })
  const at = (offset: number | undefined) => lines.linePos(offset ?? 0).line
  const faults: PlacedFault[] = document.errors.map((error) => ({
    line: at(error.pos[0]),
    message: error.message.split('\n')[0] ?? '',
  }))
  if (faults.length > 0) throw unusable(path, faults)

  const value: unknown = document.toJS() ?? {}
  const validate = createAjv({ allErrors: true, verbose: true }).compile(AgoraConfig)
  if (!validate(value)) {
    for (const { keys, message } of faultsOf(validate.errors ?? []))
      faults.push({ line: at(offsetOf(document.contents, keys)), message })
    throw unusable(path, faults)
  }
  const config = value as AgoraConfig
  faults.push(...duplicates(config), ...unknownReferences(config), ...clientSecrets(config))
  if (faults.length > 0)
    throw unusable(
      path,
      faults.map((fault) => ({ ...fault, line: lineOfText(source, fault.message) })),
    )
  return config
}

function unusable(path: string, faults: readonly PlacedFault[]): Error {
  const list = faults.map(({ line, message }) => `  line ${line}: ${message}`).join('\n')
  return new Error(`the configuration ${path} is not usable:\n${list}`)
}

/** Where the deepest node on the way to `keys` stands in the file. */
function offsetOf(root: ParsedNode | null, keys: readonly string[]): number | undefined {
  let node: unknown = root
  let offset = root?.range?.[0]
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (!pair) return offset
      offset = (pair.key as ParsedNode).range?.[0] ?? offset
      node = pair.value
    } else {
      node = (node as { get?: (index: number, keep: true) => unknown } | null)?.get?.(Number(key), true)
      offset = (node as ParsedNode | undefined)?.range?.[0] ?? offset
    }
  }
  return offset
}

function duplicates(config: AgoraConfig): PlacedFault[] {
  const lists: [string, string[]][] = [
    ['clients', config.clients.map(({ key }) => key)],
    ['sections', config.sections.map(({ key }) => key)],
    ['apps', config.apps.map(({ key }) => key)],
    ...config.apps.map(({ key, channels }): [string, string[]] => [
      `channels of ${key}`,
      channels.map((channel) => channel.key),
    ]),
  ]
  return lists.flatMap(([name, keys]) =>
    keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => ({ line: 0, message: `${name}: the key "${key}" stands twice` })),
  )
}

function unknownReferences(config: AgoraConfig): PlacedFault[] {
  const known = new Set<string>()
  const faults: PlacedFault[] = []
  for (const { key, parent } of config.sections) {
    if (parent !== undefined && !known.has(parent)) {
      faults.push({ line: 0, message: `sections: the parent "${parent}" of "${key}" must stand before it` })
    }
    known.add(key)
  }
  for (const app of config.apps) {
    for (const section of app.sections) {
      if (!known.has(section))
        faults.push({ line: 0, message: `apps: "${app.key}" names the unknown section "${section}"` })
    }
  }
  return faults
}

function clientSecrets({ clients }: AgoraConfig): PlacedFault[] {
  const fault = (message: string): PlacedFault[] => [{ line: 0, message: `clients: ${message}` }]
  return clients.flatMap(({ key, public: isPublic, secret_env: name }) => {
    if (isPublic && name !== undefined)
      return fault(`"${key}" is public and has no secret: leave out secret_env`)
    if (!isPublic && name === undefined) return fault(`"${key}" needs a secret_env, unless it is public`)
    return []
  })
}

/** The last line that holds the quoted name of a fault found after the schema's own checks. */
function lineOfText(source: string, message: string): number {
  const name = /"([^"]+)"/.exec(message)?.[1] ?? ''
  const index = source.split('\n').findLastIndex((line) => line.includes(name))
  return index + 1
}
