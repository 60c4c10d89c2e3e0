// Makes docs/endpoints.md: which file serves each endpoint and draws each page, and where their tests are
import path from 'node:path'

/** What is done alike to several kinds of things: the operations' ids, and the file that does it. */
const together = new Map([
  [/^linkGame[ABC]Account$/, 'link-game-account'],
  [/^unlinkGame[ABC]Account$/, 'unlink-game-account'],
  [/^authorizeProvider[AB]$/, 'authorize-provider'],
  [/^linkProvider[AB]Account$/, 'link-provider-account'],
  [/^report(Post|Thread)$/, 'create-report'],
  [/^judgeReportTarget$/, 'judge-target'],
  [/^get(Thread|Section)Subscription$/, 'get-subscription'],
  [/^put(Thread|Section)Subscription$/, 'put-subscription'],
  [/^delete(Thread|Section)Subscription$/, 'delete-subscription'],
  [/^getGame[ABC]\w+History$/, 'get-field-history'],
  [/^listArchivedRecords$/, 'list-records'],
])
/** A line each, in the routes. */
const inRoutes = /^get(Config|Self|Site)$|^createPasskeyChallenge$/

/** @param {string} id */
const nameOf = (id) =>
  [...together].find(([ids]) => ids.test(id))?.[1] ??
  id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** @typedef {{ method: string, url: string, file: string }} Row */

/**
 * @param {Map<string, string>} sources
 * @param {string} id
 * @returns {string | undefined} The file of an operation.
 */
function fileOf(sources, id) {
  const files = [...sources.keys()]
  if (!inRoutes.test(id)) return files.find((file) => file.endsWith(`/operations/${nameOf(id)}.ts`))
  return files.find((file) => sources.get(file)?.includes(`operationId: '${id}'`))
}

/**
 * The API's operations.
 *
 * @param {Map<string, string>} sources
 * @param {{ paths: Record<string, Record<string, { operationId?: string }>> }} document
 */
function operations(sources, { paths }) {
  /** @type {string[]} */
  const missing = []
  const rows = Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { operationId: id = '' }]) => {
      const file = fileOf(sources, id)
      if (file === undefined) missing.push(`the operation ${id} has no file of its name`)
      return { method, url: url.replaceAll(/\{(\w+)\}/g, ':$1'), file: file ?? '' }
    }),
  )
  refuse(missing)
  return rows
}

/** @param {readonly string[]} problems */
function refuse(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/**
 * What services ask each other.
 *
 * @param {Map<string, string>} sources
 */
function internals(sources) {
  return [...sources].flatMap(([declaring, text]) =>
    [...text.matchAll(/app\.(\w+)\('(\/internal\/[^']+)'[\s\S]*?operationId: '(\w+)'/g)].map(
      ([, method, url, id]) => ({ method, url, file: fileOf(sources, id) ?? declaring }),
    ),
  )
}

/**
 * The pages, each with the file of the function that shows it; what a page sends goes to its area's routes as well.
 *
 * @param {Map<string, string>} sources
 */
function pages(sources) {
  return [...sources]
    .filter(([file]) => file.startsWith('services/web/src/areas/'))
    .flatMap(([declaring, text]) => {
      const [, prefix = ''] = /pages\.get\(`(\/\w+)\$\{url\}`/.exec(text) ?? []
      const found = text.matchAll(/(?<!\w)(pages\.)?get\(\s*['`]([^'`]*)['`],\s*(\w+)/g)
      return [...found]
        .filter(([, , url]) => !url.endsWith('{url}'))
        .map(([, own, url, show]) => {
          const [, from] =
            new RegExp(`import \\{[^}]*\\b${show}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text) ?? []
          return {
            method: 'get',
            url: `${own === undefined ? prefix : ''}${url.replaceAll(/\$\{\w+\}/g, '…')}`,
            file: from === undefined ? declaring : path.posix.join(path.posix.dirname(declaring), from),
          }
        })
    })
}

const home = /^\w+\/[\w-]+\/src\/(areas\/|identity\/)?/

/** @param {Row} row */
const serviceOf = ({ file }) => (file.startsWith('libs/') ? 'several services' : file.split('/')[1])
/** @param {Row} row */
const areaOf = ({ file }) => file.replace(home, '').split('/')[0]

/**
 * The tests in files, or in a folder, of an area's name; those of what several services do may be any service's.
 *
 * @param {readonly string[]} tests
 * @param {string} service
 * @param {string} area
 */
function testsOf(tests, service, area) {
  const folder = service === 'several services' ? '(services|libs)/[\\w-]+' : `services/${service}`
  return tests.filter((file) => new RegExp(`^${folder}/tests/${area}[-./]`).test(file)).toSorted()
}

/**
 * One service's endpoints or pages, then its areas.
 *
 * @param {readonly Row[]} rows
 * @param {readonly string[]} tests
 */
function tables(rows, tests) {
  const files = rows
    .toSorted((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)))
    .map(({ method, url, file }) => {
      return `| \`${method.toUpperCase()} ${url}\` | [${file.replace(home, '')}](../${file}) |`
    })
  const service = serviceOf(rows[0])
  const areas = [...new Set(rows.map(areaOf))].toSorted().map((area) => {
    const links = testsOf(tests, service, area).map((file) => {
      const name = file.replace(`services/${service}/tests/`, '').replace('.test.ts', '')
      return `[${name}](../${file})`
    })
    return `| ${area} | ${links.join(', ')} |`
  })
  const head = ['| Endpoint | File |', '|---|---|']
  const testsHead = ['', '| Area | Tests |', '|---|---|']
  return [...head, ...files, ...testsHead, ...areas].join('\n')
}

/**
 * @param {Map<string, string>} sources The services' and the libraries' files, by their paths.
 * @param {Parameters<typeof operations>[1]} document The API's document.
 * @param {readonly string[]} tests The paths of all tests.
 * @throws Error that names each operation without a file of its name, and each area without tests of its name.
 */
export function endpointsPage(sources, document, tests) {
  const rows = [...operations(sources, document), ...internals(sources)]
  const drawn = pages(sources)
  const areas = new Map([...rows, ...drawn].map((row) => [`${serviceOf(row)}/${areaOf(row)}`, row]))
  refuse(
    [...areas]
      .filter(([, row]) => testsOf(tests, serviceOf(row), areaOf(row)).length === 0)
      .map(([, row]) => `no test of ${serviceOf(row)} is named after its area ${areaOf(row)}`),
  )
  const parts = [...new Set(rows.map(serviceOf))].toSorted().map((name) => {
    const own = rows.filter((row) => serviceOf(row) === name)
    return `## ${name}\n\n${tables(own, tests)}\n`
  })
  return `# The file of each endpoint and page

Made by \`node scripts/documents.mjs --write\` from the API's document and the sources. A file is named after its operation, and its
area's \`routes.ts\` has the address, who may call it, and the shapes. The tests of an area have its name.

${parts.join('\n')}
## Pages

What a page sends is taken by the same area: its \`routes.ts\` says where.

${tables(drawn, tests)}
`
}
