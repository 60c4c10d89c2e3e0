import { type Static, type TSchema, Type } from 'typebox'

/** Defaults of the contract's Limits section, published by `GET /config`. */
export const THREADS_PER_PAGE = 20
export const POSTS_PER_PAGE = 10
/** The largest page that any listing serves; a larger `limit` is read as this. */
export const MAX_PAGE = 100

/** `offset` and `limit` of a listing route, integers from 0. */
export const pageQuery = (defaultLimit: number) =>
  Type.Object({
    offset: Type.Integer({ minimum: 0, default: 0, description: 'How many items to skip.' }),
    limit: Type.Integer({
      minimum: 0,
      default: defaultLimit,
      description: `At most ${MAX_PAGE}; more is read as ${MAX_PAGE}.`,
    }),
  })

export interface Page {
  offset: number
  limit: number
}

export const clampPage = ({ offset, limit }: Page): Page => ({ offset, limit: Math.min(limit, MAX_PAGE) })

export const listing = <Item extends TSchema>(items: Item) =>
  Type.Object({
    offset: Type.Integer({ description: 'How many items were skipped.' }),
    limit: Type.Integer({ description: 'The maximum number of items on the page.' }),
    count: Type.Integer({ description: 'The total number of items.' }),
    items: Type.Array(items, { description: 'The page.' }),
  })

export type Listing<Item> = Omit<Static<ReturnType<typeof listing>>, 'items'> & { items: Item[] }
