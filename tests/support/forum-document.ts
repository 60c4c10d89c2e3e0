import { apiDocument } from '@agora/shared/testing/documented'

export interface ForumRoute {
  /** `GET /sections/{section_ref}`, below /api/v1/forum. */
  name: string
  errors: { status: number; message: string }[]
}

const PREFIX = '/api/v1/forum'

/** The forum's routes with the errors that the API's document lists for each, a pair for every message. */
export function documentedErrors(): ForumRoute[] {
  const { paths, components } = apiDocument()
  const shared = components.responses as Record<string, { description?: string }>
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${PREFIX}/`))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => ({
        name: `${method.toUpperCase()} ${path.slice(PREFIX.length)}`,
        errors: Object.entries(responses)
          .filter(([status]) => status !== '200')
          .flatMap(([status, response]) => {
            const { description = '' } = response.$ref
              ? (shared[response.$ref.split('/').at(-1) ?? ''] ?? {})
              : (response as { description?: string })
            return description.split('; ').map((message) => ({ status: Number(status), message }))
          }),
      })),
    )
}
