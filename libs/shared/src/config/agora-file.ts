import { readFileSync } from 'node:fs'
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { utf8Of } from '../http/utf8.ts'
import { createAjv } from '../http/validation.ts'
import { AgoraConfig } from './agora-schema.ts'
import { contrastFaults } from './contrast.ts'
import { type Fault, faultsOf } from './faults.ts'

export type { AgoraConfig } from './agora-schema.ts'

/** One fault of the startup configuration. */
interface PlacedFault {
  line: number
  message: string
}

/** Why a file cannot be read, by the system's code. */
const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not read it',
}

/** Reads and checks the whole startup configuration; the error lists every fault with its line. */
export function readAgoraFile(path: string): AgoraConfig {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error)
    throw new Error(`the configuration ${path} cannot be read: ${reason}; AGORA_CONFIG names it`, {
      cause: error,
    })
  }
  const source = utf8Of(bytes)
  if (source === undefined) throw unusable(path, [{ line: badLineOf(bytes), message: 'it is not UTF-8' }])
  return parseAgoraConfig(source, path)
}

/** The first line that is not UTF-8. */
const badLineOf = (bytes: Buffer): number =>
  bytes
    .toString('latin1')
    .split('\n')
    .findIndex((line) => utf8Of(Buffer.from(line, 'latin1')) === undefined) + 1

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
  const placed = ({ keys, message }: Fault) => ({ line: at(offsetOf(document.contents, keys)), message })
  if (!validate(value)) throw unusable(path, faultsOf(validate.errors ?? []).map(placed))
  const config = value as AgoraConfig
  const messages = [...duplicates(config), ...unknownReferences(config), ...clientSecrets(config)]
  faults.push(
    ...contrastFaults(config.site.theme).map(placed),
    ...messages.map((message) => ({ line: lineOfText(source, message), message })),
  )
  if (faults.length > 0) throw unusable(path, faults)
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

function duplicates(config: AgoraConfig): string[] {
  const lists: [string, string[]][] = [
    ['clients', config.clients.map(({ key }) => key)],
    ['sections', config.sections.map(({ key }) => key)],
    ['apps', config.apps.map(({ key }) => key)],
    ['forum: reactions', config.forum.reactions ?? []],
    ...config.apps.map(({ key, channels }): [string, string[]] => [
      `channels of ${key}`,
      channels.map((channel) => channel.key),
    ]),
  ]
  return lists.flatMap(([name, keys]) =>
    keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `${name}: the key "${key}" appears twice`),
  )
}

function unknownReferences(config: AgoraConfig): string[] {
  const known = new Set<string>()
  const faults: string[] = []
  for (const { key, parent } of config.sections) {
    if (parent !== undefined && !known.has(parent)) {
      faults.push(`sections: the parent "${parent}" of "${key}" must come before it`)
    }
    known.add(key)
  }
  for (const app of config.apps) {
    for (const section of app.sections) {
      if (!known.has(section)) faults.push(`apps: "${app.key}" names the unknown section "${section}"`)
    }
  }
  const { icons, reactions = [] } = config.forum
  for (const key of reactions)
    if (!icons.includes(key)) faults.push(`forum: the reaction "${key}" must be one of the icons`)
  return faults
}

function clientSecrets({ clients }: AgoraConfig): string[] {
  const fault = (message: string) => [`clients: ${message}`]
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
