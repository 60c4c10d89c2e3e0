import type { Schemas } from '@agora/client'
import { coverSpoilers, excerptOf } from '@agora/shared/markup/index'
import type { Visit } from '../../http/visit.ts'
import { nameOf } from '../../view/parts.tsx'
import { threadPath } from './addresses.ts'

type Thread = Schemas['ForumThread']

/** Roughly what messengers show of it, and what search engines are told, in characters. */
const DESCRIPTION = 160
const TEXT = 1_000
/** How much of its HTML its picture is looked for in, in characters. */
const PICTURED = 2_000

const picture = /<img src="(\/api\/v1\/media\/[0-9a-f-]{36}\/full)"/

/** How a thread is opened, for those who show a link to it: without its markup and what its spoilers hide. */
export interface Opening {
  /** Empty if it is hidden. */
  text: string
  description: string
  /** The address of its first picture. */
  image: string | undefined
}

export function openingOf(html: string): Opening {
  return {
    text: excerptOf(html, TEXT),
    description: excerptOf(html, DESCRIPTION),
    image: picture.exec(coverSpoilers(html.slice(0, PICTURED)))?.[1],
  }
}

/**
 * What a thread is to search engines, in the words of schema.org; undefined where its opening is not on the page, or
 * hidden. They come as guests, so members' pages go without.
 */
export function postingOf(visit: Visit, thread: Thread, { text, image }: Opening): object | undefined {
  const { absolute, me, siteName } = visit
  const [post] = thread.posts.items
  if (me || thread.posts.offset > 0 || !post || text === '') return undefined
  const { user } = post.author
  const { count, last } = post.revisions
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: thread.title,
    text,
    url: absolute(threadPath(thread)),
    datePublished: post.ctime,
    ...(count > 1 && { dateModified: last.time }),
    author: user
      ? { '@type': 'Person', name: nameOf(user), url: absolute(`/members/${user.id}`) }
      : { '@type': 'Organization', name: siteName },
    ...(image !== undefined && { image: absolute(image) }),
    ...(thread.section.locale !== null && { inLanguage: thread.section.locale }),
    isPartOf: {
      '@type': 'WebPage',
      name: thread.section.display_name,
      url: absolute(`/sections/${thread.section.key}`),
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/CommentAction',
      userInteractionCount: thread.posts.count - 1,
    },
  }
}
