// Imported before anything else, and written so that very old versions of Node can read it.

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Agora needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  console.error('Get a current one from https://nodejs.org, or run: npx -p node@24 node scripts/start.mjs')
  process.exit(1)
}
