import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { schemaOf } from '@agora/shared/contracts/services'
import { verify } from './digest.mjs'
import { readManifest } from './manifest.mjs'
import { connect, fileOf } from './tables.mjs'

/**
 * @typedef {import('pg').Client} Client
 * @typedef {import('./places.mjs').Place} Place
 */

/** Who keeps account of all erasures, and in which table. */
const KEEPER = 'gateway'
const TABLE = 'erasure'
/** Who tells the keeper: each service compares its list of erased accounts with the keeper's when it starts. */
const WITNESS = 'mail-jobs'

/**
 * The accounts of which a backup knows that they were erased.
 *
 * @param {Place} place
 */
export async function readErased(place) {
  const { services } = await readManifest(place)
  const table = services[KEEPER]?.tables.find(({ name }) => name === TABLE)
  if (!table) return []
  const file = fileOf(KEEPER, TABLE)
  await verify(place, file, table)
  const column = table.columns.indexOf('user_id')
  const ids = []
  for await (const row of createInterface({ input: (await place.read(file)).pipe(createGunzip()) }))
    ids.push(row.split('\t')[column])
  return ids
}

/**
 * Does the work on the data of one service.
 *
 * @param {Record<string, string>} urls
 * @param {string} service
 * @param {(client: Client) => Promise<import('pg').QueryResult>} work
 */
async function on(urls, service, work) {
  const client = await connect(urls[service], schemaOf(service))
  try {
    return (await work(client)).rows
  } finally {
    await client.end()
  }
}

/**
 * Has those of these accounts that are back erased again at the next start. Returns how many.
 *
 * @param {Record<string, string>} urls
 * @param {string[]} erased
 */
export async function eraseAtStart(urls, erased) {
  if (erased.length === 0) return 0
  const back = await on(urls, KEEPER, (client) =>
    client.query('SELECT id FROM account WHERE id = ANY($1::uuid[])', [erased]),
  )
  await on(urls, WITNESS, (client) =>
    client.query(
      `INSERT INTO known_user (id, display_name, created_at, erased_at)
       SELECT unnest($1::uuid[]), '', now(), now() ON CONFLICT (id) DO UPDATE SET erased_at = excluded.erased_at`,
      [back.map(({ id }) => id)],
    ),
  )
  return back.length
}
