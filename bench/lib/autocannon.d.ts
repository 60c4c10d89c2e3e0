declare module 'autocannon' {
  interface Request {
    method?: string
    headers?: Record<string, string>
    body?: string | undefined
    path?: string
  }

  export interface Client {
    setBody(body: string): void
    setRequests(requests: Request[]): void
    on(event: 'response', heard: () => void): void
  }

  interface Options extends Request {
    url: string
    connections: number
    /** Of requests. */
    amount?: number
    /** In seconds. */
    duration?: number
    setupClient?: (client: Client) => void
  }

  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
    latency: { p50: number; p99: number }
  }

  export default function autocannon(options: Options): Promise<Result>
}
