import type { Browser } from '@agora/testing/page-browser'
import { decide } from '../../services/gateway/tests/oauth/client.ts'

/** The member agrees to what a client asks for; the address at which the client gets its answer. */
export async function answered(browser: Browser, request: string | URL, callback: string): Promise<URL> {
  const address = new URL(callback)
  address.search = (await decide(browser, String(request))).toString()
  return address
}
