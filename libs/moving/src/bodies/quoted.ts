import { OLD_ID } from '@agora/shared/contracts/ids'
import type { Attributes } from './elements.ts'

/** Quotes that name the post that they quote. */

const oldIds = new RegExp(OLD_ID)

/** The address that stands for a quoted post until it is known whether it was imported; undefined for what is no id. */
export const quotedAddress = (oldId: string | undefined): string | undefined =>
  oldId !== undefined && oldIds.test(oldId) ? `quoted:post:${oldId}` : undefined

/** What is behind the name: `, post: 7, member: 5`, `, post:3, topic:12`, `;7`, `;n7` or ` post_id=7 user_id=5`. */
const POST = /, ?post: ?(\d+)/
const TOPIC = /, ?topic: ?(\d+)/
const NUMBERED = /;n?(\d+)$| post_id=(\d+)/
/** What SMF writes: `topic=5.msg7#msg7`. */
const MESSAGE = /msg(\d+)/

/** The post that a tag of BBCode quotes. Discourse's are known by their topic and their number in it. */
export function quotedPostIn(
  option: string,
  { post_id: phpbb, pid: mybb, post: ipb, link: smf = '' }: Attributes,
): string | undefined {
  const post = POST.exec(option)?.[1]
  const topic = TOPIC.exec(option)?.[1]
  if (post !== undefined && topic !== undefined) return quotedAddress(`${topic}:${post}`)
  const [, numbered, typed] = NUMBERED.exec(option) ?? []
  return quotedAddress(post ?? numbered ?? typed ?? phpbb ?? mybb ?? ipb ?? MESSAGE.exec(smf)?.[1])
}

/** The same of an element, as XenForo, IPB and Discourse show theirs; `data-post-id` is what the recipe makes of the latter's. */
export function quotedPostOf(attributes: Attributes): string | undefined {
  const {
    'data-source': xenforo = '',
    'data-ipsquote-contentcommentid': ipb,
    'data-post-id': id,
  } = attributes
  const { class: classes = '', 'data-post': number, 'data-topic': topic, 'data-cid': ipb3 } = attributes
  if (/\bipsBlockquote\b/.test(classes)) return quotedAddress(ipb3)
  const isDiscourse = /(?:^|\s)quote(?:\s|$)/.test(classes)
  if (isDiscourse && id === undefined && number !== undefined && topic !== undefined)
    return quotedAddress(`${topic}:${number}`)
  return quotedAddress(/^post: (\d+)$/.exec(xenforo)?.[1] ?? ipb ?? (isDiscourse ? id : undefined))
}

const CITATION = /(?:^|\s)(?:bbCodeBlock-sourceJump|ipsQuote_citation|title)(?:\s|$)/

/** Whether an element in such a quote says whom it quotes. */
export const isCitation = ({ class: classes = '' }: Attributes): boolean => CITATION.test(classes)
