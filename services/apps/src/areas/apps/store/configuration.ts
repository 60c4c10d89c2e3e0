import { newId } from '@agora/shared/contracts/ids'
import type { Prisma, PrismaClient } from '../../../generated/prisma/client.ts'
import { addresses, type ConfiguredApp, initialApp, initialChannel, stillDefault } from '../configured.ts'
import { retirement } from '../retirement.ts'
import type { Translations } from '../store.ts'

type Tx = Prisma.TransactionClient
type StoredApp = Prisma.AppGetPayload<{ include: { channels: true } }>

/** However many apps there are and whoever else starts at the same moment, in milliseconds. */
const BOUNDS = { maxWait: 60_000, timeout: 120_000 }

/**
 * Brings the stored apps in line with the startup configuration, by the contract's rules under App and Channel: what
 * is the configuration's alone is written at every start, presentation while nobody has set it, all else at the
 * creation. Replicas that start together take turns, and an edit under way is waited for.
 */
export async function applyConfiguration(
  prisma: PrismaClient,
  configured: readonly ConfiguredApp[],
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('apps configuration'))`
    await tx.$executeRaw`SELECT id FROM app ORDER BY id FOR UPDATE`
    const now = new Date()
    for (const app of configured) await applyApp(tx, app, now)
  }, BOUNDS)
}

async function applyApp(tx: Tx, configured: ConfiguredApp, now: Date): Promise<void> {
  const { key, display_name, sections } = configured
  const stored = await tx.app.findUnique({
    where: { key },
    include: { channels: { orderBy: { rank: 'asc' } } },
  })
  const retired = retirement(configured, stored ?? undefined, now)
  if (stored) {
    const app = { displayName: display_name, sections, retiredAt: retired.app }
    await tx.app.update({ where: { id: stored.id }, data: app })
    await applyChannels(tx, configured, stored, retired.channels, now)
  } else {
    const id = newId()
    const app = { id, ...initialApp(configured), sections, createdAt: now, retiredAt: retired.app }
    await tx.app.create({ data: app })
    await applyChannels(
      tx,
      configured,
      { id, displayName: display_name, channels: [] },
      retired.channels,
      now,
    )
  }
}

async function applyChannels(
  tx: Tx,
  configured: ConfiguredApp,
  app: Pick<StoredApp, 'id' | 'displayName' | 'channels'>,
  retired: ReadonlyMap<string, Date | null>,
  now: Date,
): Promise<void> {
  const storedByKey = new Map(app.channels.map((channel) => [channel.key, channel]))
  for (const [rank, channel] of configured.channels.entries()) {
    const found = storedByKey.get(channel.key)
    storedByKey.delete(channel.key)
    const retiredAt = retired.get(channel.key) ?? null
    if (found) {
      const stored = { ...found, descriptionI18n: found.descriptionI18n as Translations }
      const presentation = stillDefault(configured, stored, app.displayName)
      const data = { rank, retiredAt, ...addresses(channel), ...presentation }
      await tx.channel.update({ where: { id: found.id }, data })
    } else {
      const initial = initialChannel(configured, channel)
      const data = { id: newId(), appId: app.id, rank, createdAt: now, retiredAt, ...initial }
      await tx.channel.create({ data })
    }
  }
  // The configuration no longer names these: they come after those that it does.
  for (const [position, { id, key }] of [...storedByKey.values()].entries()) {
    const rank = configured.channels.length + position
    await tx.channel.update({ where: { id }, data: { rank, retiredAt: retired.get(key) ?? null } })
  }
}
