import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { common } from '@agora/shared/errors/common'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, expect, it } from 'vitest'
import { createSpool } from '../src/uploads/spool.ts'

const folder = temporaryFolder('media-spool')
afterAll(() => folder.remove())

it('holds no more bytes of all uploads together than it may, and takes others when some have ended', async () => {
  const spool = createSpool(path.join(folder.path, 'bounded'), { mostBytes: 100, isOwn: true })
  await spool.within(async ({ take }) => {
    take(60)
    take(40)
    await expect(spool.within(async (other) => other.take(1))).rejects.toThrow(common.unavailable.message)
  })
  await spool.within(async ({ take }) => take(100))
})

it('is emptied before the first upload where no other process writes to it, and only there', async () => {
  for (const isOwn of [true, false]) {
    const root = path.join(folder.path, String(isOwn))
    mkdirSync(path.join(root, 'upload-left'), { recursive: true })
    writeFileSync(path.join(root, 'upload-left', 'upload'), 'half of one')
    const spool = createSpool(root, { mostBytes: 100, isOwn })
    await spool.within(async ({ folder: own }) => {
      await spool.sweep()
      expect(readdirSync(root).sort()).toEqual([...(isOwn ? [] : ['upload-left']), path.basename(own)].sort())
    })
  }
})
