import pg from 'pg'

/** Passes each row of a query on as it arrives, as an array: none is kept, however many there are. */
export function eachRow<Row extends unknown[]>(
  client: pg.ClientBase,
  query: pg.QueryConfig,
  take: (row: Row) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: { error: unknown } | undefined
    const inArrays: pg.QueryArrayConfig = { ...query, rowMode: 'array' }
    const submitted = new pg.Query(inArrays)
    submitted.on('row', (row) => {
      if (failed) return
      try {
        take(row)
      } catch (error) {
        failed = { error }
      }
    })
    submitted.on('end', () => (failed ? reject(failed.error) : resolve()))
    submitted.on('error', reject)
    client.query(submitted)
  })
}
