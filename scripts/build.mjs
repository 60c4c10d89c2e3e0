// Installs, generates and compiles whatever is not up to date: npm run build
import './lib/node-version.mjs'
import { build } from './lib/build.mjs'

try {
  // Compile errors are printed; the output that the compiler wrote anyway is used.
  await build({ tolerant: process.argv.includes('--tolerant') })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
