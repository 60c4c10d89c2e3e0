/** A page of a listing, as the API answers it. */
export interface Listing<Item> {
  offset: number
  limit: number
  count: number
  items: Item[]
}

/** What a read is answered with, by the client. */
interface Answered<Data> {
  data?: Data
  error?: unknown
  response: Pick<Response, 'status'>
}

/** A page that was refused. */
export class ListingRefused extends Error {
  override name = 'ListingRefused'
  readonly status: number
  /** The answer’s body. */
  readonly error: unknown

  constructor(status: number, error: unknown) {
    super(`the listing is refused: ${status} ${JSON.stringify(error)}`)
    this.status = status
    this.error = error
  }
}

/** As many as a page may have. */
const MAX_PAGE = 100

/**
 * Every item of a listing, page by page as they are asked for. What is added or removed meanwhile moves the others, so
 * that one may come twice or not at all.
 *
 *     const posts = everyItem(
 *       (query) => client.GET('/api/v1/forum/threads/{thread_ref}', { params: { path, query } }),
 *       (thread) => thread.posts,
 *     )
 *
 * @throws ListingRefused
 */
export async function* everyItem<Data, Item>(
  read: (query: { offset: number; limit: number }) => Promise<Answered<Data>>,
  listingOf: (data: Data) => Listing<Item>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; ) {
    const { data, error, response } = await read({ offset, limit: MAX_PAGE })
    if (data === undefined) throw new ListingRefused(response.status, error)
    const { items, limit } = listingOf(data)
    yield* items
    offset += items.length
    if (items.length === 0 || items.length < limit) return
  }
}
