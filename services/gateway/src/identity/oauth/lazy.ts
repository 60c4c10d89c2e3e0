import type Provider from 'oidc-provider'
import type { Context } from '../context.ts'

export type LazyProvider = () => Promise<Provider>

/**
 * The OAuth server, created on first use: its library takes a quarter of a second and 30 MB, which a site without OAuth
 * clients need not pay.
 */
export function lazyProvider(context: Context): LazyProvider {
  let made: Promise<Provider> | undefined
  return () => {
    made ??= import('./provider.ts').then(({ createProvider }) => createProvider(context))
    made.catch(() => {
      made = undefined
    })
    return made
  }
}
