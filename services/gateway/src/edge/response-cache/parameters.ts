/** The part of the API's document that tells parameters. */
export interface ApiPaths {
  paths: Record<string, Record<string, { parameters?: readonly { name: string; in: string }[] }>>
}

/** A part of the paths of the API: by the next segment, or by any, where that is a parameter. */
interface Branch {
  readonly next: Map<string, Branch>
  /** The query parameters of the read at this path. */
  reads: ReadonlySet<string> | undefined
}

const ANY = '{}'
const NOTHING: ReadonlySet<string> = new Set()
const segmentsOf = (path: string) => path.split('/').slice(1)

/** The query parameters that the read at a path of the API knows, by its document; none at any other path. */
export function readParameters({ paths }: ApiPaths): (path: string) => ReadonlySet<string> {
  const root: Branch = { next: new Map(), reads: undefined }
  for (const [path, { get }] of Object.entries(paths)) {
    let branch = root
    for (const segment of segmentsOf(path)) {
      const name = segment.startsWith('{') ? ANY : segment
      const next = branch.next.get(name) ?? { next: new Map(), reads: undefined }
      branch.next.set(name, next)
      branch = next
    }
    const parameters = get?.parameters ?? []
    branch.reads = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  }
  return (path) => {
    let branch: Branch | undefined = root
    for (const segment of segmentsOf(path)) branch = branch?.next.get(segment) ?? branch?.next.get(ANY)
    return branch?.reads ?? NOTHING
  }
}
