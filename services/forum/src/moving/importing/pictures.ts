import { partsOf } from '@agora/shared/collections/parts'
import {
  type ImportedPicture,
  MAX_UPLOADS,
  type UploadToImport,
} from '@agora/shared/contracts/moving-pictures'
import { readKnownUsers } from '@agora/shared/users/known-users'
import type { WithBody } from './batch.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import { readAuthors } from './store-posts.ts'

type Written = WithBody<'post' | 'edit'>

/** What the uploads that bodies show have become. */
export interface TakenPictures {
  /** The picture, or why there is none; undefined for an unknown author. */
  of(written: Written, file: string): ImportedPicture | string | undefined
}

const none: TakenPictures = { of: () => undefined }
const keyOf = (owner: string, file: string) => `${owner} ${file}`
const filesOf = ({ converted }: Written): string[] =>
  (converted?.pieces ?? []).flatMap((piece) =>
    typeof piece !== 'string' && piece.kind === 'picture' ? [piece.file] : [],
  )

/**
 * Has the uploads that bodies show become pictures of the posts' authors, those of one owner and file once. Repeating it makes
 * none twice.
 */
export async function takePictures(
  context: ImportContext,
  posts: readonly WithBody<'post'>[],
  edits: readonly WithBody<'edit'>[],
  references: References,
): Promise<TakenPictures> {
  const { db, pictures } = context
  const showing: Written[] = [...posts, ...edits].filter((one) => filesOf(one).length > 0)
  if (!pictures || showing.length === 0) return none
  const ownerOf = await ownersOf(context, posts, showing, references)
  const known = await readKnownUsers(db, [...new Set(ownerOf.values())])
  const users = new Map(known.map((user) => [user.id, user]))
  const wanted = new Map<string, UploadToImport>()
  for (const one of showing) {
    const user = users.get(ownerOf.get(one) ?? '')
    if (!user || user.isErased) continue
    const owner = { id: user.id, display_name: user.displayName, created_at: user.createdAt.toISOString() }
    for (const file of filesOf(one)) wanted.set(keyOf(user.id, file), { file, owner })
  }
  const taken = new Map<string, ImportedPicture | string>()
  for (const some of partsOf([...wanted], { count: MAX_UPLOADS })) {
    const { uploads } = await pictures.ask('importPictures', { uploads: some.map(([, upload]) => upload) })
    for (const [index, [key]] of some.entries()) {
      const one = uploads[index]!
      taken.set(key, 'picture' in one ? one.picture : one.fault)
    }
  }
  return { of: (written, file) => taken.get(keyOf(ownerOf.get(written) ?? '', file)) }
}

/** The authors of the posts: a moderator's edit shows pictures of the author. */
async function ownersOf(
  { db }: ImportContext,
  posts: readonly WithBody<'post'>[],
  showing: readonly Written[],
  references: References,
): Promise<Map<Written, string>> {
  const authors = new Map(
    posts.map(({ line }) => [references.id('post', line.id), references.author(line.author)]),
  )
  const postOf = ({ line }: Written) => references.id('post', line.type === 'post' ? line.id : line.post)
  const elsewhere = showing.flatMap((one) => {
    const id = postOf(one)
    return id === undefined || authors.has(id) ? [] : [id]
  })
  for (const { id, authorId } of await readAuthors(db, elsewhere)) authors.set(id, authorId)
  const owners = new Map<Written, string>()
  for (const one of showing) {
    const { line } = one
    // A post of the batch before this one may not be stored yet: an edit that is no role's is its author's.
    const own = line.type === 'edit' && !line.as_role ? references.author(line.author) : undefined
    const owner = authors.get(postOf(one)) ?? own
    if (owner !== undefined) owners.set(one, owner)
  }
  return owners
}
