import { applyPatch } from 'diff'
import type { Keyspace } from './keyspace.ts'
import { type Hash, numberOf, textOf } from './values.ts'

/** A post's text since an edit; the first since it was written. */
export interface Version {
  body: string
  /** Null for the first. */
  edit: { uid: string; ms: number } | null
}

/**
 * The versions of a post. NodeBB stores how to undo each edit; if that is missing or does not fit, only the fact of the
 * edit is known.
 */
export async function versionsOf(keys: Keyspace, pid: string, post: Hash): Promise<Version[]> {
  const content = textOf(post, 'content')
  const edited = numberOf(post, 'edited')
  if (edited === 0) return [{ body: content, edit: null }]
  const [times = []] = await keys.lists([`post:${pid}:diffs`])
  const diffs = await keys.hashes(times.map((time) => `diff:${pid}.${time}`))
  const versions: Version[] = []
  let body: string | false = content
  for (const [index, diff] of diffs.entries()) {
    if (diff?.patch === undefined) continue
    versions.unshift({ body, edit: { uid: textOf(diff, 'uid'), ms: Number(times[index]) } })
    body = applyPatch(body, textOf(diff, 'patch'))
    if (body === false) break
  }
  if (body !== false && versions.length > 0) return [{ body, edit: null }, ...versions]
  const uid = textOf(post, 'editor') || textOf(post, 'uid')
  return [
    { body: content, edit: null },
    { body: content, edit: { uid, ms: edited } },
  ]
}
