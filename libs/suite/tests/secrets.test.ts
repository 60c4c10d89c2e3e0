import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keptSecrets, type Secrets } from '@agora/suite/secrets'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: { path: string; remove(): void }
beforeEach(() => {
  folder = temporaryFolder('secrets')
})
afterEach(() => folder.remove())

test('the secrets of a folder are made once', () => {
  const made = keptSecrets(folder.path)
  expect(keptSecrets(folder.path)).toEqual(made)
})

test('a secret and a service that an older version did not know get theirs, and no other changes', () => {
  const made = keptSecrets(folder.path)
  const file = path.join(folder.path, 'secrets.json')
  const older: Partial<Secrets> & Pick<Secrets, 'serviceKeys'> = JSON.parse(readFileSync(file, 'utf8'))
  const { archive: _, ...serviceKeys } = older.serviceKeys
  const { webhookKey: __, ...others } = older
  writeFileSync(file, JSON.stringify({ ...others, serviceKeys }))
  const kept = keptSecrets(folder.path)
  expect(kept.serviceKeys.archive).toMatch(/^[0-9a-f]{64}$/)
  expect(kept.webhookKey).toMatch(/^[0-9a-f]{64}$/)
  expect(kept).toEqual({
    ...made,
    webhookKey: kept.webhookKey,
    serviceKeys: { ...made.serviceKeys, archive: kept.serviceKeys.archive },
  })
  expect(keptSecrets(folder.path)).toEqual(kept)
})
