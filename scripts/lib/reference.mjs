import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { isStamped, root, stamp } from './project.mjs'

const PACKAGE = '@scalar/fastify-api-reference'
const target = path.join(root, 'services/web/static/reference.js.gz')
const stampFile = path.join(root, '.cache/reference.made-from')

/** The package's version and licence, found through its entry point: it exports no manifest. */
function packageFolder() {
  const entry = createRequire(path.join(root, 'package.json')).resolve(PACKAGE)
  return path.dirname(path.dirname(entry))
}

/**
 * Extracts Scalar's browser script, compressed, for the web service to serve at `/docs`. The package has it as a string
 * behind a route of its own; extracted here, it spares the service's memory and image the rest of the package.
 */
export async function layOutReference() {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  if (existsSync(target) && isStamped(stampFile, version)) return
  const [{ default: fastify }, { default: scalar }] = await Promise.all([import('fastify'), import(PACKAGE)])
  const app = fastify()
  app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`${PACKAGE} ${version} has no script at js/scalar.js`)
  const notice = `/*! ${PACKAGE} ${version}, MIT licence, https://github.com/scalar/scalar */\n`
  stamp(target, gzipSync(notice + body, { level: 9 }))
  stamp(stampFile, version)
}
