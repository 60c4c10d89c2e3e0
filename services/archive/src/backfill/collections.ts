import type { Transaction } from '@agora/shared/database/sql'
import { Type } from 'typebox'
import { encoderOf } from '../observations/encoder.ts'
import { eachMember } from '../observations/json-text.ts'
import { decodeLatest, encodeLatest } from '../observations/stored-json.ts'
import { observedFields } from '../observations/values.ts'
import {
  type Change,
  findAccounts,
  findChanges,
  findLatest,
  saveChanges,
  saveLatest,
} from './store-collections.ts'
import { goOn } from './store-progress.ts'

const FIELD = 'collection'
const encode = encoderOf(observedFields(Type.String()).GameAUser[FIELD])

/** How many records a transaction processes, and how many instants of one are in memory. */
const RECORDS = 100
const INSTANTS = 16

/**
 * Sorts the ids of collections, which an earlier release stored as they were seen; a collection that differed only in
 * order did not change.
 */
export const orderCollections = (tx: Transaction): Promise<'more' | 'done'> =>
  goOn(tx, 'collections', async (progress) => {
    const records = await findAccounts(tx, progress, RECORDS)
    for (const record of records) await orderRecord(tx, record)
    return records.length < RECORDS ? undefined : records.at(-1)
  })

/** A collection's value, and since when. */
interface Reading {
  text: string
  start: number
}

async function orderRecord(tx: Transaction, record: number): Promise<void> {
  let reading: Reading | undefined
  let isChanged = false
  let after = -1
  for (;;) {
    const found = await findChanges(tx, record, after, INSTANTS)
    const written = []
    for (const change of found) {
      const { changes, now } = ordered(change, reading)
      reading = now
      after = change.at
      if (changes !== change.changes) written.push({ at: change.at, changes })
    }
    if (written.length > 0) await saveChanges(tx, record, written)
    isChanged ||= written.length > 0
    if (found.length < INSTANTS) break
  }
  if (!isChanged || !reading) return
  const latest = decodeLatest(await findLatest(tx, record))
  const period = latest.find(({ name }) => name === FIELD)
  if (period) Object.assign(period, reading)
  await saveLatest(tx, record, encodeLatest(latest))
}

/** The changes of an instant (null for none) with the collection sorted, and its value from then on. */
function ordered(
  { at, changes }: Change,
  before: Reading | undefined,
): { changes: string | null; now: Reading | undefined } {
  let now = before
  const members: string[] = []
  eachMember(changes, (name, text) => {
    if (name !== FIELD) {
      members.push(`"${name}":${text}`)
      return
    }
    const value = encode(JSON.parse(text))
    if (value === before?.text) return
    now = { text: value, start: at }
    members.push(`"${name}":${value}`)
  })
  return { changes: members.length > 0 ? `{${members.join()}}` : null, now }
}
