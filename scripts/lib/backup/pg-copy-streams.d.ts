declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  interface Counting extends Submittable {
    /** Once the stream has ended. */
    readonly rowCount: number
  }
  export function from(text: string): Writable & Counting
  export function to(text: string): Readable & Counting
}
