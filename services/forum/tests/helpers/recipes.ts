import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import pg from 'pg'

const documented = readFileSync(path.join(projectRoot, 'docs/moving.md'), 'utf8')

/** The SQL of a recipe as docs/moving.md prints it. */
function recipeFor(software: string): string {
  const section = documented.split(/^### /m).find((part) => part.startsWith(`${software}\n`))
  const [, recipe] = /<<'SQL'\n(.*?)^SQL$/ms.exec(section ?? '') ?? []
  if (recipe === undefined) throw new Error(`docs/moving.md has no recipe for ${software}`)
  return recipe
}

/**
 * What a recipe writes of a forum: its tables are made in a schema of their own, by statements that name only the columns a
 * recipe reads.
 */
export async function runRecipe(
  software: string,
  connectionString: string,
  tables: string,
): Promise<string[]> {
  const schema = `recipe_${software.toLowerCase()}`
  const client = new pg.Client({
    connectionString,
    options: `-c search_path=${schema} -c TimeZone=America/New_York`,
    // As psql prints it.
    types: { getTypeParser: () => (value: string) => value },
  })
  await client.connect()
  try {
    await client.query(`CREATE SCHEMA ${schema}; ${tables}`)
    const results: unknown = await client.query({ text: recipeFor(software), rowMode: 'array' })
    return (results as pg.QueryArrayResult<[string]>[]).flatMap(({ rows }) => rows.map(([line]) => line))
  } finally {
    await client.end()
  }
}
