import type { Source } from '@agora/shared/lines/source'
import { written } from '@agora/shared/lines/written'
import type { Dialect } from '../bodies/pieces.ts'
import { type Line, VERSION } from '../format/lines.ts'
import { nodebbDialect } from './dialect.ts'
import { groupLines, readGroupMembers } from './groups.ts'
import type { Keyspace } from './keyspace.ts'
import { readModerators } from './moderators.ts'
import { People, readBans, readUsers } from './people.ts'
import { Sections } from './sections.ts'
import { openPostgres } from './store-postgres.ts'
import { openRedis } from './store-redis.ts'
import { readTopics } from './topics.ts'

/** A NodeBB as the lines that reproduce it; undefined if the address is not that of a supported store. */
export async function openNodebb(
  url: string,
  { name, address }: { name: string; address: string | undefined },
): Promise<{ source: Source; dialect: Dialect; left: string[]; close(): Promise<void> } | undefined> {
  const open = /^postgres(ql)?:/.test(url) ? openPostgres : /^rediss?:/.test(url) ? openRedis : undefined
  if (!open) return undefined
  const keys = await open(url)
  const people = new People()
  const [settings] = await keys.hashes(['settings:markdown'])
  const left: string[] = []
  const source: Source = {
    name: 'NodeBB',
    // A resumed import reads from the beginning and skips what was imported.
    identity: undefined,
    size: undefined,
    read: (_position, signal) => written(linesOf(keys, people, left), signal),
  }
  return { source, dialect: nodebbDialect(name, address, people, settings), left, close: () => keys.close() }
}

/** Adds to `left` what it passes over. */
async function* linesOf(keys: Keyspace, people: People, left: string[]): AsyncGenerator<Line> {
  yield { type: 'forum', version: VERSION }
  const sections = await Sections.read(keys)
  yield* groupLines(sections.groups)
  yield* sections.lines
  yield* readUsers(keys, people)
  yield* readTopics(keys, sections, people)
  left.push(...sections.left)
  yield* readGroupMembers(keys, sections.groups)
  yield* readModerators(keys, sections)
  yield* readBans(keys)
}
