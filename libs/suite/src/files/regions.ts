import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project.ts'

/**
 * The file with the content between each of these marks replaced: `# <name>` and `# </name>`, or the same in an HTML
 * comment. Lines get the mark's indentation.
 *
 * @throws Error if a mark is missing.
 */
export function withRegions(file: string, regions: Record<string, readonly string[]>): string {
  let text = readFileSync(path.join(projectRoot, file), 'utf8')
  for (const [name, lines] of Object.entries(regions)) {
    const marks = new RegExp(
      `^( *)(# <${name}>.*|<!-- <${name}>.*)\\n[^]*?^ *(?:# </${name}>|<!-- </${name}>)`,
      'm',
    )
    const found = marks.exec(text)
    if (!found) throw new Error(`${file} has no region <${name}>`)
    const [all, indent = '', begin] = found
    const end = all.slice(all.lastIndexOf('\n') + 1)
    const inner = lines.map((line) => `${line === '' ? '' : indent + line}\n`).join('')
    text = text.replace(all, () => `${indent}${begin}\n${inner}${end}`)
  }
  return text
}
