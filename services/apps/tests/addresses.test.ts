import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress, publicConnector } from '../src/delivery/addresses.ts'
import { createSender } from '../src/delivery/sender.ts'

describe('an address that a delivery may go to', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    '100::1',
    '5f00::1',
    '',
    'localhost',
    '0x7f.1',
  ])('is not %j', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the connection to a receiver', () => {
  let server: Server
  let port: number
  let asked = 0
  let connections = 0
  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1
      response.end('reached')
    })
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  /** The connector's behaviour with a URL whose name resolves, at the nth look-up, to these addresses. */
  async function reach(url: string, ...answers: string[][]): Promise<unknown> {
    let lookups = 0
    const resolve = async () =>
      (answers[Math.min(lookups++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }))
    const agent = new Agent({ connect: publicConnector(2_000, resolve) })
    try {
      const { body } = await request(url, { dispatcher: agent })
      return await body.text()
    } catch (error) {
      return (error as { code?: string }).code
    } finally {
      await agent.destroy()
    }
  }

  it.each([
    () => `http://127.0.0.1:${port}/`,
    () => `http://[::1]:${port}/`,
    () => `http://[::ffff:127.0.0.1]:${port}/`,
    () => `http://2130706433:${port}/`,
    () => `http://0x7f.0.0.1:${port}/`,
    () => `http://0:${port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
  ])('is refused to an address written in the URL (%#)', async (url) => {
    expect(await reach(url())).toBe('FORBIDDEN_ADDRESS')
  })

  it('is refused to a name that leads to a private address', async () => {
    expect(await reach(`http://receiver.example:${port}/`, ['127.0.0.1'])).toBe('FORBIDDEN_ADDRESS')
    expect(await reach(`http://receiver.example:${port}/`, ['10.0.0.1'])).toBe('FORBIDDEN_ADDRESS')
    expect(await reach(`http://receiver.example:${port}/`, ['8.8.8.8', '127.0.0.1'])).toBe(
      'FORBIDDEN_ADDRESS',
    )
    expect(await reach(`http://receiver.example:${port}/`, ['127.0.0.1', '8.8.8.8'])).toBe(
      'FORBIDDEN_ADDRESS',
    )
    expect(await reach(`http://localhost:${port}/`, ['127.0.0.1'])).toBe('FORBIDDEN_ADDRESS')
  })

  it('asks once a connection, so that what was judged is what is connected to', async () => {
    let lookups = 0
    const resolve = async () => {
      lookups += 1
      return [{ address: lookups % 2 === 0 ? '127.0.0.1' : '203.0.113.1', family: 4 }]
    }
    const agent = new Agent({ connect: publicConnector(2_000, resolve) })
    for (let round = 1; round <= 4; round++) {
      const failure = await request(`http://rebinding.example:${port}/`, { dispatcher: agent }).catch(
        (error) => error.code,
      )
      expect([failure, lookups]).toEqual(['FORBIDDEN_ADDRESS', round])
    }
    await agent.destroy()
  })

  it('is not even tried', () => {
    expect([connections, asked]).toEqual([0, 0])
  })

  it('is made by a sender over https only', async () => {
    const sender = createSender({ timeout: 2_000, allowPrivate: false })
    expect(await sender.send(`http://127.0.0.1:${port}/`, {}, '{}')).toEqual({
      status: null,
      failure: { reason: 'the receiver is not https' },
    })
    expect(await sender.send(`https://127.0.0.1:${port}/`, {}, '{}')).toEqual({
      status: null,
      failure: { reason: 'the receiver has a forbidden address' },
    })
    expect(await sender.send(`https://localhost:${port}/`, {}, '{}')).toEqual({
      status: null,
      failure: { reason: 'the receiver has a forbidden address' },
    })
    await sender.close()
    expect(connections).toBe(0)
  })

  it('is free where the configuration allows private receivers', async () => {
    const sender = createSender({ timeout: 10_000, allowPrivate: true })
    expect(await sender.send(`http://127.0.0.1:${port}/`, {}, '{}')).toEqual({ status: expect.any(Number) })
    await sender.close()
    expect(asked).toBe(1)
  })
})
