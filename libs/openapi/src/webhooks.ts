import type { Components, JsonObject } from './components.ts'
import { exampleOf } from './examples.ts'

/** A request that receivers get. */
export interface DocumentedWebhook {
  summary: string
  description: string
  body: JsonObject
}

export interface WebhookContext {
  components: Components
  /** The document's section of all webhooks. */
  tag: string
}

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Standard Webhooks; components of the document. */
export const webhookParameters: JsonObject = {
  WebhookId: header('webhook-id', 'The delivery’s id, the same whenever it is sent again.'),
  WebhookTimestamp: header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures by the channel’s secrets, parted by spaces: `v1,` and base64.',
  ),
}
const parameters: readonly JsonObject[] = Object.keys(webhookParameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const busy = (description: string): JsonObject => ({
  description,
  headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
})

/** What the receiver's answer means. */
const responses: JsonObject = {
  '2XX': { description: 'It was accepted.' },
  '410': { description: 'Nothing more is sent to the channel until it is resumed.' },
  '429': busy('Nothing is sent to the channel before then; it is sent again.'),
  '503': busy('Nothing is sent to the channel before then; it is sent again.'),
  default: { description: 'It failed, and is sent again later.' },
}

/** `forumPostCreated` of `forum.post.created`. */
const idOf = (kind: string): string => kind.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())

/** One webhook of the document. */
export function webhookOf(
  kind: string,
  { summary, description, body }: DocumentedWebhook,
  { components, tag }: WebhookContext,
): JsonObject {
  const schema = components.write(body)
  const example = exampleOf(schema, components)
  return {
    post: {
      operationId: idOf(kind),
      summary,
      description,
      tags: [tag],
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/cloudevents+json': { schema, example } } },
      responses,
    },
  }
}
