import { newId } from '@agora/shared/contracts/ids'
import type { ServiceName } from '@agora/shared/contracts/services'
import type { Caller } from '@agora/testing/client'
import { queryTables } from '@agora/testing/query'
import { sharedSuite } from '@agora/testing/shared-suite'
import { type PrincipalInput, type Suite, startSuite } from '@agora/testing/suite'
import type pg from 'pg'
import sharp from 'sharp'
import { vi } from 'vitest'

type UserInput = Extract<PrincipalInput, { kind: 'user' }>

export interface Picture {
  readonly bytes: Buffer
  readonly type: string
}

/** A picture of one colour, or of noise, that no two calls make alike. */
export const pixels = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 200, g: 90, b: 40, alpha: 0.5 } },
  })
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

export const png = async (width = 40, height = 30): Promise<Picture> => ({
  bytes: await pixels(width, height).png().toBuffer(),
  type: 'image/png',
})

/** Of so many frames, each of another colour. */
export async function animation(frames: number, width: number, height: number): Promise<Picture> {
  const all = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width,
          height,
          channels: 3,
          background: { r: (index * 67) % 256, g: (index * 29) % 256, b: index >> 1 },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(all, { join: { animated: true } })
    .gif({ keepDuplicateFrames: true })
    .toBuffer()
  return { bytes, type: 'image/gif' }
}

export interface MediaOptions {
  /** Services that it calls. */
  beside?: readonly ServiceName[]
  replicas?: number
  /** Whether quotas apply. */
  limits?: boolean
  config?: Record<string, unknown>
  env?: Record<string, string>
}

/** The service alone, called as the gateway would. */
export async function startMedia(options: MediaOptions = {}) {
  const suite = await startSuite({
    services: ['media', ...(options.beside ?? [])],
    replicas: { media: options.replicas ?? 1 },
    limits: options.limits ?? false,
    config: options.config ?? {},
    env: { media: options.env ?? {} },
  })
  return mediaClient(suite)
}

/** The same with the usual settings, which the worker's files share. */
export const sharedMedia = async () => mediaClient(await sharedSuite({ services: ['media'] }))

export function mediaClient(suite: Suite) {
  const principal = (input: PrincipalInput) => suite.principal(input, 'media')
  const urlOf = (path: string, replica = 0) => `${suite.urls.media[replica]}/api/v1${path}`

  const sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    queryTables<Row>(suite, 'media', text, values)

  /** A member that the service knows. */
  async function member(over: Partial<UserInput> = {}): Promise<Caller & { id: string }> {
    const id = over.id ?? newId()
    const user: UserInput = {
      kind: 'user',
      id,
      displayName: 'Somebody',
      isAdministrator: false,
      isRecent: true,
      ceiling: 'full',
      createdAt: '2026-01-01T00:00:00.000Z',
      ...over,
    }
    await sql(
      'INSERT INTO known_user (id, display_name, created_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
      [id, user.displayName],
    )
    return { id, ...(await principal(user)) }
  }

  const sendTo = (url: string, as: Caller, { bytes, type }: Picture) =>
    fetch(url, {
      method: 'POST',
      headers: { ...as.headers, ...(type === '' ? {} : { 'content-type': type }) },
      body: new Uint8Array(bytes),
    })

  /** Sends a picture; the whole answer. */
  async function send(as: Caller, picture: Picture, replica = 0) {
    const response = await sendTo(urlOf('/media', replica), as, picture)
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** Reads any path as a browser does. */
  async function get(path: string, init: RequestInit = {}, replica = 0) {
    const guest = await principal({ kind: 'guest' })
    const response = await fetch(urlOf(path, replica), {
      ...init,
      headers: { ...guest.headers, ...(init.headers as Record<string, string>) },
    })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  /** The files of pictures that are kept. */
  const call = (method: string, path: string, as: Caller, body?: unknown) =>
    suite.call(method, urlOf(path), { as, ...(body === undefined ? {} : { body }) })

  return { suite, principal, member, sql, send, get, call, urlOf, close: () => suite.close() }
}
export type MediaClient = ReturnType<typeof mediaClient>

/** An id as of so many hours ago. */
export function idOf(hoursAgo: number): string {
  const made = Math.round(Date.now() - hoursAgo * 3_600_000)
    .toString(16)
    .padStart(12, '0')
  return `${made.slice(0, 8)}-${made.slice(8)}${newId().slice(13)}`
}

/** For conditions that a loaded machine reaches late. */
export const eventually = (assert: () => Promise<void>) =>
  vi.waitFor(assert, { timeout: 50_000, interval: 50 })

export const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
export const refused = {
  unsupported: [415, { error: 'unsupported image' }],
  invalid: [422, { error: 'invalid image' }],
  tooMany: [429, { error: 'too many requests' }],
} as const
