// The program of the image agora-backup: node dist/bundle/backup.js backup|restore PLACE, on the databases that
// GATEWAY_DATABASE_URL and its siblings name, and the folder of pictures if MEDIA_URL names one.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { envPrefixOf, withDatabase } from '@agora/shared/contracts/services'
import { backup, parseWords, restoreFrom, USAGE } from './commands.mjs'
import { folderOfPictures } from './pictures.mjs'

const migrations = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

function databases() {
  const named = withDatabase.map((service) => [service, process.env[`${envPrefixOf(service)}_DATABASE_URL`]])
  const missing = named.filter(([, url]) => !url).map(([service]) => service)
  if (missing.length > 0) throw new Error(`no database is configured for ${missing.join(', ')}`)
  return Object.fromEntries(named)
}

async function main(/** @type {string[]} */ [command = '', ...words]) {
  const asked = command === 'backup' || command === 'restore' ? parseWords(command, words) : undefined
  if (!asked) {
    const lines = Object.entries(USAGE).map(([name, rest]) => `usage: ${name} ${rest}`)
    console.error(lines.join('\n'))
    return 2
  }
  const folder = folderOfPictures(process.env.MEDIA_URL)
  if (command === 'backup') await backup(databases(), asked, folder)
  else await restoreFrom(databases(), asked, (service) => path.join(migrations, service), folder)
  return 0
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
