import type { webhooks } from './schema.ts'

type BodyOf<Hook> = Hook extends { post: { requestBody?: { content: infer Content } } }
  ? Content[keyof Content]
  : never

/** The events that are sent to applications, by the names that the API document gives them. */
export type WebhookEvents = { [Name in keyof webhooks]: BodyOf<webhooks[Name]> }

/** Any of them, as its receiver parses it. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]
