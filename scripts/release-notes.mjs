// Prints what CHANGELOG.md says of a version: node scripts/release-notes.mjs 1.2.3
// The status is 1 if there is nothing, or if package.json has another version: then there is nothing to release.
import { readFileSync } from 'node:fs'

const [version] = process.argv.slice(2)
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const part = changelog.split(/^## /m).find((one) => one.startsWith(`[${version}]`))
const [title, ...lines] = part?.split('\n') ?? []
const notes = lines
  .join('\n')
  .replace(/^\[[^\]]+\]: .*\n?/gm, '')
  .trim()

if (!/^\[[^\]]+\] - \d{4}-\d\d-\d\d$/.test(title ?? '') || notes === '') {
  console.error(`CHANGELOG.md has no dated part for ${version}`)
  process.exitCode = 1
} else if (manifest.version !== version) {
  console.error(`package.json names ${manifest.version}, not ${version}`)
  process.exitCode = 1
} else console.log(notes)
