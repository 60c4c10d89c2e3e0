import { type Queries, sql } from '@agora/shared/database/sql'

export type SectionStore = ReturnType<typeof createSectionStore>

/** The keys of the forum's sections, as far as they were needed so far. */
export function createSectionStore(db: Queries) {
  return {
    async add(sections: readonly { id: string; key: string }[]): Promise<void> {
      await db.query(sql`
        INSERT INTO known_section (id, key)
        SELECT id, key FROM jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) AS section (id uuid, key text)
        ON CONFLICT DO NOTHING`)
    },

    async keyOf(id: string): Promise<string | undefined> {
      return db.maybeScalar<string>(sql`SELECT key FROM known_section WHERE id = ${id}`)
    },
  }
}
