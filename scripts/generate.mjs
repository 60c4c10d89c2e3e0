// Makes the Prisma clients of all services whose schema changed: node scripts/generate.mjs
import './lib/node-version.mjs'
import { generateClients } from './lib/generate.mjs'

try {
  const names = await generateClients()
  console.log(names.length > 0 ? `generated: ${names.join(', ')}` : 'all database clients are up to date')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
