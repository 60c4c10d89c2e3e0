// What may complete a text: members, those of the thread first, and icons.
import { text } from './editing.js'

/** @typedef {{ words: string, label: string, mark?: string }} Choice what is written, and what is shown of it */
/** @typedef {import('@agora/client').Schemas['ShortUser']} ShortUser */

const MOST = 8
/** What the API finds members by, in characters. */
const SHORTEST_NAME = 2
/** As on pages, of the account. */
const MARK_LENGTH = 5

const form = /** @type {HTMLFormElement} */ (text.form)
const own = form.dataset.draft
const thread = /^\/threads\/([0-9a-f-]{36})\/reply$/.exec(form.getAttribute('action') ?? '')?.[1]
/** @type {[key: string, drawn: string][]} */
const icons = JSON.parse(form.dataset.icons ?? '[]')

/** @param {string} words */
const plain = (words) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** @type {(id: string, name: string) => Choice} */
const member = (id, name) => ({ words: `@{${id}} `, label: name, mark: `#${id.slice(-MARK_LENGTH)}` })

/** @type {(users: Iterable<ShortUser>) => [id: string, name: string][]} */
const named = (users) => [...users].map((user) => [user.id, user.display_name.current.value])

/** @type {<Answer>(path: string) => Promise<Answer | undefined>} */
async function read(path) {
  const answer = await fetch(path).catch(() => undefined)
  return answer?.ok ? answer.json() : undefined
}

/** The authors of the posts on this page; of a page without posts, those of the thread. */
async function readAuthors() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('.post-header a.member')
  const onPage = [...links].map(
    (link) =>
      /** @type {[string, string]} */ ([
        link.pathname.split('/').at(-1) ?? '',
        link.querySelector('bdi')?.textContent ?? '',
      ]),
  )
  if (onPage.length > 0 || !thread) return onPage.reverse()
  /** @type {{ posts: { items: { author: { user?: ShortUser } }[] } } | undefined} */
  const answer = await read(`/api/v1/forum/threads/${thread}?limit=100`)
  return named((answer?.posts.items ?? []).flatMap(({ author }) => author.user ?? [])).reverse()
}

/** @type {ReturnType<typeof readAuthors> | undefined} */
let authors
/** By what was typed, so that going back asks nothing again. */
const found = /** @type {Map<string, Promise<[string, string][]>>} */ (new Map())

/** @param {string} name */
async function search(name) {
  /** @type {{ items: ShortUser[] } | undefined} */
  const answer = await read(`/api/v1/users?${new URLSearchParams({ name, limit: String(MOST) })}`)
  // Without an answer it is asked anew.
  if (!answer) found.delete(name)
  return named(answer?.items ?? [])
}

/** @param {string} typed */
async function members(typed) {
  authors ??= readAuthors()
  const near = (await authors).filter(([, name]) =>
    plain(name)
      .split(/\s+/)
      .some((_, at, words) => words.slice(at).join(' ').startsWith(plain(typed))),
  )
  if (typed.length >= SHORTEST_NAME && !found.has(typed)) found.set(typed, search(typed))
  const all = new Map([...near, ...((await found.get(typed)) ?? [])])
  if (own) all.delete(own)
  return [...all].slice(0, MOST).map(([id, name]) => member(id, name))
}

/** @param {string} typed */
function iconsLike(typed) {
  const begins = icons.filter(([key]) => key.startsWith(typed))
  const others = icons.filter(([key]) => !key.startsWith(typed) && key.includes(typed))
  return [...begins, ...others]
    .slice(0, MOST)
    .map(([key, drawn]) => ({ words: `:${key}: `, label: `${drawn} ${key}` }))
}

/**
 * What may stand where this was typed.
 *
 * @type {(sign: string, typed: string) => Promise<Choice[]>}
 */
export const choicesFor = async (sign, typed) =>
  sign === '@' ? members(typed) : iconsLike(typed.toLowerCase())
