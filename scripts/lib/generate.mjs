import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { hashFiles, isStamped, mustRun, root, serviceNames, stamp } from './project.mjs'

const prisma = path.join(root, 'node_modules/prisma')

/** The services whose Prisma client is missing or was generated from another schema or by another Prisma. */
export function staleClients() {
  const version = existsSync(prisma)
    ? JSON.parse(readFileSync(path.join(prisma, 'package.json'), 'utf8')).version
    : ''
  return serviceNames()
    .map((name) => {
      const schema = path.join(root, 'services', name, 'prisma/schema.prisma')
      const generated = path.join(root, 'services', name, 'src/generated')
      return {
        name,
        schema,
        client: path.join(generated, 'prisma'),
        stamp: path.join(generated, '.made-from'),
        hash: `${version} ${hashFiles([schema])}`,
      }
    })
    .filter(({ schema }) => existsSync(schema))
    .filter((service) => !existsSync(service.client) || !isStamped(service.stamp, service.hash))
}

/** @param {ReturnType<typeof staleClients>[number]} service */
async function generateOne({ name, schema, stamp: file, hash }) {
  await mustRun(
    `generating the Prisma client of ${name}`,
    process.execPath,
    [path.join(prisma, 'build/index.js'), 'generate', '--schema', schema],
    // Generating needs no schema engine, but the CLI would download one unless it is given a binary.
    {
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  stamp(file, hash)
}

/** Generates the outdated Prisma clients and returns their services' names. */
export async function generateClients() {
  const stale = staleClients()
  const queue = [...stale]
  /** @type {Error[]} */
  const failures = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await generateOne(next).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  if (failures.length > 0) throw new Error(failures.map((error) => error.message).join('\n'))
  return stale.map(({ name }) => name)
}
