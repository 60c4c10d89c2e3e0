// Installs, generates and compiles whatever is not up to date: npm run build
import './lib/node-version.mjs'
import { build } from './lib/build.mjs'

try {
  // What does not compile is printed; the code that the compiler wrote in spite of it stands.
  await build({ tolerant: process.argv.includes('--tolerant') })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
