import nodeDns, { type LookupAddress, Resolver } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connectByRememberedAddresses, rememberAddresses } from '@agora/shared/lifecycle/remembered-addresses'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

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

test('a name keeps its last address while DNS denies it, fails or is silent, and follows it afterwards', async () => {
  dns.names.set(NAME, ['192.0.2.1'])
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.names.delete(NAME)
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.isFailing = true
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.isFailing = false
  dns.isSilent = true
  expect(await ask(NAME)).toBe('192.0.2.1')
  dns.isSilent = false
  dns.names.set(NAME, ['192.0.2.2'])
  // Once the question that was not answered is over.
  await expect.poll(() => ask(NAME)).toBe('192.0.2.2')
})

test('a name that was never found is an error', async () => {
  await expect(ask('nowhere.example')).rejects.toThrow('ENOTFOUND')
})

test('many connections at once are one question, which nobody waits for longer than once', async () => {
  let asked = 0
  const silent = rememberAddresses((_host, _options, found) => {
    asked += 1
    if (asked === 1) found(null, [{ address: '192.0.2.1', family: 4 }])
  })
  const ask = () =>
    new Promise<string>((resolve, reject) =>
      silent(NAME, {}, (error, address) => (error ? reject(error) : resolve(String(address)))),
    )
  await ask()
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(answers)).toEqual(new Set(['192.0.2.1']))
  const began = performance.now()
  expect(await ask()).toBe('192.0.2.1')
  expect(performance.now() - began).toBeLessThan(500)
  expect(asked).toBe(2)
})

test('a process that remembers listens and connects like any other, by all forms of the function', async () => {
  const own = nodeDns.lookup
  onTestFinished(() => void Object.assign(nodeDns, { lookup: own }))
  connectByRememberedAddresses()
  expect(nodeDns.lookup).not.toBe(own)
  // Node itself looks the address up with no options here.
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, 'localhost')
  await once(socket, 'connect')
  socket.destroy()
  const found = await new Promise((resolve) =>
    nodeDns.lookup('127.0.0.1', 4, (_error, address, family) => resolve({ address, family })),
  )
  expect(found).toEqual({ address: '127.0.0.1', family: 4 })
})
