import { page } from '../../http/outcome.ts'
import type { MountPages, Reader } from '../../http/pages.ts'

/** The fields of the API's document that the page shows without a script. */
interface ApiDocument {
  info: { version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
}

/** A list of all operations, which Scalar's script replaces by the full reference. */
const showReference: Reader = async ({ ask }) => {
  const answer = await ask({ method: 'GET', path: '/openapi.json' })
  const document = (await answer.json()) as ApiDocument
  return page(
    'API',
    <div id="reference" lang="en">
      <p>Version {document.info.version}</p>
      {document.info.description.split('\n\n').map((part) => (
        <p>{part}</p>
      ))}
      <p>
        With scripts, this page shows more. The whole document: <a href="/openapi.json">openapi.json</a>.
      </p>
      {document.tags.map(({ name, description }) => (
        <section>
          <h2>{name}</h2>
          <p>{description}</p>
          <Operations document={document} tag={name} />
        </section>
      ))}
    </div>,
    { lateScripts: ['reference.js', 'reference-setup.js'], inlineStyles: true },
  )
}

/** Operations by their path, and what applications are sent by its kind. */
const listed = ({ paths, webhooks }: ApiDocument) => [
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  ),
  ...Object.entries(webhooks).flatMap(([kind, methods]) =>
    Object.values(methods).map((operation) => ({ name: kind, ...operation })),
  ),
]

const Operations = ({ document, tag }: { document: ApiDocument; tag: string }) => (
  <ul>
    {listed(document)
      .filter(({ tags }) => tags.includes(tag))
      .map(({ name, operationId, summary }) => (
        <li id={operationId}>
          <code>{name}</code> {summary}
        </li>
      ))}
  </ul>
)

export const referencePages: MountPages = (pages) => {
  pages.get('/docs', showReference)
}
