// Installs, generates and compiles whatever is not up to date: npm run build
import './lib/node-version.mjs'
import { build } from './lib/build.mjs'

try {
  await build()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
