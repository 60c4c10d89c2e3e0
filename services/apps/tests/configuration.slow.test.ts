import { writeFileSync } from 'node:fs'
import { parseAgoraConfig } from '@agora/shared/config/agora-file'
import { transactions } from '@agora/shared/database/database'
import { createPool } from '@agora/shared/database/pool'
import { testConfig } from '@agora/testing/config'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyConfiguration } from '../src/areas/apps/store/configuration.ts'
import { type AppsClient, app, channel, startApps, TIMESTAMP } from './support.ts'

let apps: AppsClient
let pool: pg.Pool
beforeAll(async () => {
  apps = await startApps([app('first')], { replicas: 2 })
  pool = createPool({ url: apps.suite.database.urls.apps, schema: 'apps', size: 2, name: 'configuration' })
})
afterAll(async () => {
  await pool?.end()
  await apps?.close()
})

const configurationOf = (configured: unknown[]) => JSON.stringify(testConfig({ apps: configured }), null, 2)

/** What two replicas do when they start on this configuration at the same time, without starting processes. */
async function startWith(...configured: unknown[]): Promise<void> {
  const config = parseAgoraConfig(configurationOf(configured), 'agora.yaml')
  const apply = () => applyConfiguration(transactions(pool), config.apps)
  await Promise.all([apply(), apply()])
}

/** Stops both replicas and starts them together on this configuration and the same data. */
async function restartWith(...configured: unknown[]): Promise<void> {
  writeFileSync(apps.suite.config, configurationOf(configured))
  await Promise.all(apps.suite.processes.apps.map((process) => process.restart()))
}

async function get(key: string) {
  return apps.call('GET', `/${await apps.idOf(key)}`, await apps.administrator())
}
const channelsOf = async (key: string) => (await get(key)).body.channels.items
const mainOf = async (key: string) => (await channelsOf(key))[0]
const keysOf = async (key: string) => (await channelsOf(key)).map((item: { key: string }) => item.key)

async function edit(key: string, body: unknown) {
  const answer = await apps.call('PATCH', `/${await apps.idOf(key)}`, await apps.administrator(), { body })
  expect(answer.status).toBe(200)
}
const editMain = (key: string, patch: object) => edit(key, { channels: [{ key: 'main', ...patch }] })

const texts = {
  description: 'Configured.',
  description_i18n: { 'fr-FR': 'Configurée.' },
  cover_image: 'box_configured',
}
const presentationOf = async (key: string) => {
  const { description, description_i18n, cover_image } = await mainOf(key)
  return { description, description_i18n, cover_image: cover_image?.name ?? null }
}

describe('creation', () => {
  it('describes an app by its name where nothing else is said, in en-US', async () => {
    await startWith(app('plain'))
    expect(await presentationOf('plain')).toEqual({
      description: 'The plain',
      description_i18n: {},
      cover_image: null,
    })
    expect((await mainOf('plain')).main_locale).toBe('en-US')
  })

  it('applies the presentation to every channel', async () => {
    await startWith(app('dressed', { ...texts, channels: [channel('main'), channel('beta')] }))
    for (const item of await channelsOf('dressed'))
      expect(item).toMatchObject({
        description: texts.description,
        description_i18n: texts.description_i18n,
        cover_image: { type: 'Asset', name: texts.cover_image },
      })
  })

  it('happens once when replicas start together', async () => {
    await restartWith(app('once', { channels: [channel('main'), channel('beta')] }), app('once_more'))
    const rows = await apps.sql<{ apps: string; channels: string }>(
      `SELECT count(DISTINCT app.id) AS apps, count(channel.id) AS channels
         FROM app JOIN channel ON channel.app_id = app.id WHERE app.key LIKE 'once%'`,
    )
    expect(rows.map((row) => [Number(row.apps), Number(row.channels)])).toEqual([[2, 3]])
  })
})

describe('what is the configuration’s alone', () => {
  it('is applied at every start, and ids stay', async () => {
    await startWith(app('moved'))
    const before = (await get('moved')).body
    const moved = {
      base_uri: 'https://new.example/',
      home_uri: 'https://new.example/start',
      event_stream_callback_uri: 'https://new.example/events',
    }
    await startWith(app('moved', { display_name: 'Moved', channels: [channel('main', moved)] }))
    const after = (await get('moved')).body
    expect(after).toMatchObject({ id: before.id, period: before.period, display_name: 'Moved' })
    expect(after.channels.items[0]).toMatchObject({ id: before.channels.items[0].id, ...moved })
    await startWith(app('moved'))
    expect(await mainOf('moved')).toMatchObject({
      base_uri: 'https://main.example/',
      event_stream_callback_uri: null,
    })
  })

  it('includes the rank of the channels: the first is the main one', async () => {
    await startWith(app('ranked', { channels: [channel('one'), channel('two')] }))
    await startWith(app('ranked', { channels: [channel('zero'), channel('two'), channel('one')] }))
    expect(await keysOf('ranked')).toEqual(['zero', 'two', 'one'])
    await startWith(app('ranked', { channels: [channel('two')] }))
    expect(await keysOf('ranked')).toEqual(['two', 'zero', 'one'])
  })

  it('is not the main locale of an edited app: its name is still the configured one', async () => {
    await startWith(app('polyglot'))
    await edit('polyglot', { main_locale: 'fr-FR', display_name_i18n: { 'en-US': 'Polyglot' } })
    await startWith(app('polyglot', { display_name: 'Polyglotte' }))
    expect((await get('polyglot')).body).toMatchObject({
      main_locale: 'fr-FR',
      display_name: 'Polyglotte',
      i18n: { 'en-US': { display_name: 'Polyglot' } },
    })
  })
})

describe('presentation', () => {
  it('is taken from a later configuration while nobody has set it', async () => {
    await startWith(app('late'))
    await startWith(app('late', texts))
    expect(await presentationOf('late')).toEqual(texts)
  })

  it('is never overwritten once configured', async () => {
    await startWith(app('kept', texts))
    const others = { description: 'Other.', description_i18n: { de: 'Anders.' }, cover_image: 'box_other' }
    await startWith(app('kept', others))
    expect(await presentationOf('kept')).toEqual(texts)
    await startWith(app('kept'))
    expect(await presentationOf('kept')).toEqual(texts)
  })

  it.each([
    ['description', { description: 'Edited.' }, { ...texts, description: 'Edited.' }],
    ['description_i18n', { description_i18n: { eo: 'E.' } }, { ...texts, description_i18n: { eo: 'E.' } }],
    ['cover_image', { cover_image: { type: 'Asset', name: 'box_e' } }, { ...texts, cover_image: 'box_e' }],
  ])('keeps an edited %s and still takes the other fields', async (field, patch, expected) => {
    const key = `field_${field}`
    await startWith(app(key))
    await editMain(key, patch)
    await startWith(app(key, texts))
    expect(await presentationOf(key)).toEqual(expected)
  })

  it('reads as unset again where an edit has put the default back', async () => {
    await startWith(app('reset', texts))
    await editMain('reset', { description: 'The reset', description_i18n: {}, cover_image: null })
    const others = { description: 'Other.', description_i18n: { de: 'Anders.' }, cover_image: 'box_other' }
    await startWith(app('reset', others))
    expect(await presentationOf('reset')).toEqual(others)
  })

  it('follows the name while it is the name', async () => {
    await startWith(app('renamed'))
    await startWith(app('renamed', { display_name: 'New name' }))
    expect((await mainOf('renamed')).description).toBe('New name')
    await editMain('renamed', { description: 'Edited.' })
    await startWith(app('renamed', { display_name: 'Edited.' }))
    await startWith(app('renamed', { display_name: 'Newest name' }))
    // By the rule, a description equal to the name is the default.
    expect((await mainOf('renamed')).description).toBe('Newest name')
  })

  it('never writes an en-US text over another locale', async () => {
    await startWith(app('french'))
    await editMain('french', { main_locale: 'fr-FR' })
    await startWith(app('french', texts))
    expect(await presentationOf('french')).toEqual({
      ...texts,
      description: 'The french',
      description_i18n: {},
    })
  })
})

it('never overwrites what was edited, nor applies later what is only for the creation', async () => {
  await startWith(app('edited', { channels: [channel('main', { rating: 'Teen' })] }))
  const edited = {
    rating: 'Adult',
    status: 'Dev',
    visibility: 'Private',
    is_official: true,
    user_uri: 'https://main.example/{user_id}',
    cover_color: '#010203',
  }
  await editMain('edited', edited)
  await edit('edited', { kind: 'Other', main_locale: 'eo', display_name_i18n: { de: 'D' } })
  const before = (await get('edited')).body
  const configured = { rating: 'General', status: 'Beta', user_uri: 'https://other.example/{user_id}' }
  await startWith(app('edited', { kind: 'Platform', channels: [channel('main', configured)] }))
  expect((await get('edited')).body).toEqual(before)
})

it('leaves an app alone that the configuration names no more', async () => {
  await startWith(app('dropped', texts))
  const before = (await get('dropped')).body
  await startWith(app('first'))
  expect((await get('dropped')).body).toEqual(before)
})

describe('retiring', () => {
  it('closes the app and its channels at one time, for good, until the configuration takes it back', async () => {
    const channels = [channel('main'), channel('beta')]
    await restartWith(app('leaving', { channels }))
    const live = (await get('leaving')).body
    await restartWith(app('leaving', { channels, retired: true }))
    const gone = await get('leaving')
    expect(gone.status).toBe(410)
    // The configuration may take it back (RFC 9110, 15.5.11).
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(gone.body.period.end).toMatch(TIMESTAMP)
    const closed = { ...live.period, end: gone.body.period.end }
    expect(gone.body).toEqual({
      ...live,
      period: closed,
      channels: {
        ...live.channels,
        items: live.channels.items.map((item: object) => ({ ...item, period: closed })),
      },
    })
    const { body: list } = await apps.call('GET', '', await apps.administrator())
    expect(list.items.map(({ key }: { key: string }) => key)).not.toContain('leaving')

    await startWith(app('leaving', { channels, retired: true }))
    expect((await get('leaving')).body.period).toEqual(closed)
    await startWith(app('leaving', { channels }))
    expect((await get('leaving')).body).toEqual(live)
  })

  it('takes a channel out; the next one becomes the main channel', async () => {
    await startWith(app('shrinking', { channels: [channel('main'), channel('beta')] }))
    await startWith(app('shrinking', { channels: [channel('main', { retired: true }), channel('beta')] }))
    expect((await get('shrinking')).status).toBe(200)
    expect(await keysOf('shrinking')).toEqual(['beta'])
    const both = [channel('main', { retired: true }), channel('beta', { retired: true })]
    await startWith(app('shrinking', { channels: both }))
    expect((await get('shrinking')).status).toBe(410)
    expect(await keysOf('shrinking')).toEqual(['beta'])
    await startWith(app('shrinking', { channels: [channel('main'), channel('beta', { retired: true })] }))
    expect((await get('shrinking')).status).toBe(200)
    expect(await keysOf('shrinking')).toEqual(['main'])
  })

  it('a channel that is no longer configured closes and reopens with its app', async () => {
    await startWith(app('loose', { channels: [channel('main'), channel('beta')] }))
    await startWith(app('loose', { retired: true }))
    expect(await keysOf('loose')).toEqual(['main', 'beta'])
    await startWith(app('loose'))
    expect(await keysOf('loose')).toEqual(['main', 'beta'])
  })
})

it('does not start on a template that is none, and says which line', async () => {
  const bad = app('bad', { channels: [channel('main', { user_uri: 'https://main.example/users' })] })
  writeFileSync(apps.suite.config, configurationOf([bad]))
  const [replica] = apps.suite.processes.apps
  await replica!.stop()
  await expect(replica!.start()).rejects.toThrow(/line \d+: apps\.0\.channels\.0\.user_uri/)
})
