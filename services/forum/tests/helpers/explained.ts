import { newId } from '@agora/shared/contracts/ids'
import pg from 'pg'
import { expect } from 'vitest'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Tables that operators keep small: a full scan of one costs nothing worth an index. */
const configured = new Set(['section', 'section_activity', 'role_grant', 'read_floor'])

function literalOf(value: unknown): string {
  if (value === null) return 'NULL'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  const items = value.map((one) => (one === null ? 'NULL' : JSON.stringify(String(one))))
  return pg.escapeLiteral(`{${items.join(',')}}`)
}

/** Takes the database's place for the stores, and reports what their statements read. */
export class Explained {
  #client: pg.Client | undefined
  #sent: pg.QueryConfig[] = []

  on(client: pg.Client): void {
    this.#client = client
  }

  query(config: pg.QueryConfig) {
    this.#sent.push(config)
    return this.#client!.query(config)
  }

  /** Statements from now on are explained. */
  forget(): void {
    this.#sent = []
  }

  /** Replaces these ids by new ones, since explaining runs the statement. */
  renew(...ids: string[]): void {
    const renewed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(renewed)
      return ids.includes(value as string) ? newId() : value
    }
    this.#sent = this.#sent.map((sent) => ({ ...sent, values: (sent.values ?? []).map(renewed) }))
  }

  /**
   * Rows read from tables that grow, including discarded ones, in the one statement that was sent; none of them is
   * scanned whole.
   */
  async rowsRead(): Promise<number> {
    expect(this.#sent).toHaveLength(1)
    return this.#explain(this.#sent[0] as pg.QueryConfig)
  }

  /** The same of each of several statements. */
  async rowsReadByEach(): Promise<number[]> {
    const rows: number[] = []
    for (const sent of this.#sent) rows.push(await this.#explain(sent))
    return rows
  }

  async #explain({ text = '', values = [] }: pg.QueryConfig): Promise<number> {
    const name = `plan_${newId().replaceAll('-', '')}`
    const client = this.#client!
    const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : ''
    // Like a prepared statement that has run often enough: planned once for all values.
    await client.query('BEGIN')
    try {
      await client.query('SET LOCAL plan_cache_mode = force_generic_plan')
      await client.query(`PREPARE ${name} AS ${text}`)
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name} ${given}`)
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
        (node) => node['Relation Name'] !== undefined && !configured.has(node['Relation Name']),
      )
      const walked = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
      expect(walked.map((node) => node['Relation Name'])).toEqual([])
      return nodes.reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      )
    } finally {
      await client.query('ROLLBACK')
    }
  }
}
