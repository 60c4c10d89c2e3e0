import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'
import { namedSchemas } from './named-schemas.mjs'
import { serviceApps } from './service-apps.mjs'

/** The document's sections in order, by the routes' tags. */
const headings = {
  config: { name: 'Instance', description: 'What clients need to know about this instance.' },
  auth: { name: 'Signing in', description: 'Who the caller is, sessions, and forgotten passwords.' },
  users: { name: 'Members', description: 'Accounts, their links to games and other sites, and bans.' },
  authenticators: {
    name: 'Second factors',
    description: 'What a member proves with, besides the password: codes by time, passkeys, recovery codes.',
  },
  'user links': { name: 'Links to other sites', description: 'Verified emails and accounts elsewhere.' },
  oauth: { name: 'OAuth clients', description: 'The applications that may act for a member.' },
  'Forum groups': { name: 'Forum groups', description: 'Members gathered by administrators under a name.' },
  'Forum statistics': { name: 'Forum statistics', description: 'How much is written, for administrators.' },
  'Forum texts': { name: 'Forum texts', description: 'Pages that the site writes itself, in its languages.' },
  'Forum sections': { name: 'Forum sections', description: 'The tree of sections and who moderates it.' },
  'Forum roles': { name: 'Forum roles', description: 'Administrators and moderators.' },
  'Forum threads': { name: 'Forum threads', description: 'Opening, reading, moderating and moving threads.' },
  'Forum posts': { name: 'Forum posts', description: 'Replies and their revisions.' },
  'Forum reading': { name: 'Forum reading', description: 'What a member has read.' },
  'Forum notifications': {
    name: 'Forum notifications',
    description: 'What members watch, and their notifications.',
  },
  'Forum reports': {
    name: 'Forum reports',
    description: 'Reports by members, and the moderators’ queue.',
  },
  'Forum sanctions': { name: 'Forum sanctions', description: 'Warnings and mutes.' },
  'Forum members': { name: 'Forum members', description: 'What a member has written.' },
  'Forum search': { name: 'Forum search', description: 'Full-text search in posts and threads.' },
  'Forum moderation': { name: 'Forum moderation', description: 'The log of all moderation acts.' },
  Captcha: { name: 'Captcha', description: 'Proof of work before registering and, at times, signing in.' },
  Applications: { name: 'Applications', description: 'Games, tools and their deployments.' },
  'Event delivery': {
    name: 'Event delivery',
    description: 'Deliveries of events to applications.',
  },
  Webhooks: {
    name: 'Webhooks',
    description:
      'What a channel of an application is sent that asks for it: CloudEvents, signed as Standard Webhooks says, of the ' +
      'sections that the configuration assigns to the application, or of all for official channels.',
  },
  archive: { name: 'Archive', description: 'Observations of three preserved games. Errors are tags.' },
  operations: { name: 'Operations', description: 'The state of the processes, for administrators.' },
  Jobs: { name: 'Jobs', description: 'Background work, for administrators.' },
  Pictures: { name: 'Pictures', description: 'Pictures of members, and avatars.' },
  'Outbound mail': { name: 'Outbound mail', description: 'The log of sent mails, for administrators.' },
}

/** @type {import('@agora/openapi/components').JsonObject} */
const parentSection = {
  anyOf: [
    {
      type: 'object',
      required: ['type', 'id', 'key', 'display_name', 'locale', 'parent'],
      properties: {
        type: { const: 'ForumSection', description: 'Always `ForumSection`.' },
        id: { type: 'string', format: 'uuid', description: 'The section’s id.' },
        key: { type: 'string', description: 'The section’s handle.' },
        display_name: { type: 'string', description: 'The section’s name.' },
        locale: { type: ['string', 'null'], description: 'The language of its posts.' },
        parent: { $ref: '#/components/schemas/ForumParentSection' },
      },
    },
    { type: 'null' },
  ],
  description: 'Parents up to the root, which has none.',
}

/** What applications are sent. */
async function webhookEvents() {
  const { webhooks, webhookBody } = await import('@agora/shared/contracts/webhook-events')
  return Object.fromEntries(
    Object.entries(webhooks).map(([kind, webhook]) => {
      const { summary, description } = webhook
      // TypeBox marks its schemas with properties that JSON omits.
      return [kind, { summary, description, body: JSON.parse(JSON.stringify(webhookBody(webhook))) }]
    }),
  )
}

/** The OpenAPI document of the whole suite. */
export async function suiteDocument() {
  const { version, description } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { openApiDocument } = await import('@agora/openapi/document')
  const { common } = await import('@agora/shared/errors/common')
  const apps = await serviceApps()
  const [gateway] = apps.filter(({ name }) => name === 'gateway')
  const services = apps.map(({ name, app, errors, proxied }) => ({
    routes: app.inventory,
    edge: {
      anonymous: proxied?.anonymous ?? false,
      internal: errors.internal ?? common.internal,
      unavailable: {
        ...common.unavailable,
        message: proxied?.unavailable ?? common.unavailable.message,
      },
      foreignOrigin: gateway.errors.invalidOrigin,
    },
    name,
  }))
  return openApiDocument({
    info: {
      title: 'Agora',
      version,
      description:
        `${description}\n\nOAuth 2 is served at the root of the site; ` +
        '`/.well-known/oauth-authorization-server` lists its endpoints. Unknown fields of a body are ignored.',
      contact: { name: 'Agora', url: 'https://github.com/agora-community/agora' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    services,
    webhooks: { tag: 'Webhooks', events: await webhookEvents() },
    named: await namedSchemas(),
    overrides: { ForumParentSection: parentSection },
    headings,
  })
}
