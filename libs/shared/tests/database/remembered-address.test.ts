import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns'
import { rememberAddresses } from '@agora/shared/database/remembered-address'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const NAME = 'postgres.example'

let dns: DnsServer
let lookup: ReturnType<typeof rememberAddresses>
beforeAll(async () => {
  dns = await startDnsServer()
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([dns.address])
  lookup = rememberAddresses((host, _options, found) =>
    resolver.resolve4(host, (error, addresses = []) =>
      found(
        error,
        addresses.map((address): LookupAddress => ({ address, family: 4 })),
      ),
    ),
  )
})
afterAll(() => dns?.close())

const ask = (name: string) =>
  new Promise<string>((resolve, reject) =>
    lookup(name, {}, (error, address) => (error ? reject(error) : resolve(String(address)))),
  )

test('a name keeps its last address while DNS denies it or is silent, and follows it afterwards', async () => {
  dns.names.set(NAME, ['192.0.2.1'])
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.names.delete(NAME)
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.isSilent = true
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.isSilent = false
  dns.names.set(NAME, ['192.0.2.2'])
  expect(await ask(NAME)).toBe('192.0.2.2')
})

test('a name that was never found is an error', async () => {
  await expect(ask('nowhere.example')).rejects.toThrow('ENOTFOUND')
})
