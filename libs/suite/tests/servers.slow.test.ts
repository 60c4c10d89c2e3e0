import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { connectionOptions } from '@agora/shared/messaging/nats'
import { startNats } from '@agora/suite/servers/nats'
import { freePort, isPortFree } from '@agora/suite/servers/ports'
import { startPostgres } from '@agora/suite/servers/postgres'
import { startRedis } from '@agora/suite/servers/redis'
import type { StoreServer } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { connect, StringCodec } from 'nats'
import pg from 'pg'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: ReturnType<typeof temporaryFolder>
const servers: StoreServer[] = []

beforeEach(() => {
  folder = temporaryFolder('servers')
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()))
  folder.remove()
})

async function started<Server extends StoreServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  servers.push(server)
  return server
}

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('Postgres', () => {
  test('keeps what was committed through a crash, on the same address', async () => {
    const server = await started(startPostgres({ folder: folder.path }))
    await sql(server.url, 'CREATE TABLE kept AS SELECT 42 AS value')
    const { pid } = server
    await server.kill()
    expect(await isPortFree(server.port)).toBe(true)
    await server.restart()
    expect(server.pid).not.toBe(pid)
    expect(await sql(server.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
  })

  test('starts on data whose lock file names a process that has nothing to do with it', async () => {
    const first = await started(startPostgres({ folder: folder.path }))
    await first.kill()
    writeFileSync(path.join(folder.path, 'data/postmaster.pid'), `${process.pid}\n`)
    await first.restart()
    expect(await sql(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('keeps a database whose password was lost, and makes a new one', async () => {
    const first = await started(startPostgres({ folder: folder.path, durable: false }))
    await first.stop()
    rmSync(path.join(folder.path, 'password'))
    const notes: string[] = []
    const note = (line: string) => void notes.push(line)
    const second = await started(startPostgres({ folder: folder.path, durable: false, note }))
    expect(await sql(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(notes).toEqual([expect.stringMatching(/the earlier one is kept in \S+/)])
    expect(existsSync(notes[0]?.split(' ').at(-1) ?? '')).toBe(true)
  })

  test('lets nobody in without its password', async () => {
    const server = await started(startPostgres({ folder: folder.path, durable: false }))
    const address = new URL(server.url)
    address.password = 'guessed'
    await expect(sql(address.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })
})

describe('Redis', () => {
  test('keeps what it holds through a restart and forgets it when asked to start empty', async () => {
    const server = await started(startRedis({ folder: folder.path }))
    const ask = async (command: string[]) => {
      const client = createClient({ url: server.url })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return await client.sendCommand(command)
      } finally {
        client.destroy()
      }
    }
    await ask(['SET', 'kept', 'yes'])
    await server.restart()
    expect(await ask(['GET', 'kept'])).toBe('yes')
    await server.restart({ empty: true })
    expect(await ask(['GET', 'kept'])).toBeNull()
    expect(await ask(['CONFIG', 'GET', 'maxmemory-policy'])).toEqual({ 'maxmemory-policy': 'noeviction' })
  })
})

describe('NATS', () => {
  test('keeps its streams through a crash', async () => {
    const server = await started(startNats({ folder: folder.path }))
    const within = async <Result>(
      work: (connection: Awaited<ReturnType<typeof connect>>) => Promise<Result>,
    ) => {
      const connection = await connect(connectionOptions(server.url, 'test'))
      try {
        return await work(connection)
      } finally {
        await connection.close()
      }
    }
    await within(async (connection) => {
      const manager = await connection.jetstreamManager()
      await manager.streams.add({ name: 'kept', subjects: ['kept.>'] })
      await connection.jetstream().publish('kept.one', StringCodec().encode('yes'))
    })
    await server.kill()
    await server.restart()
    const messages = await within(async (connection) => {
      const manager = await connection.jetstreamManager()
      return (await manager.streams.info('kept')).state.messages
    })
    expect(messages).toBe(1)
  })
})

describe('free ports', () => {
  test('are never named twice, whoever asks at once', async () => {
    const asking = `
      import { freePort } from '@agora/suite/servers/ports'
      const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
      console.log(ports.join())
      process.stdin.resume()`
    const processes = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', asking], {
        cwd: import.meta.dirname,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const named = await Promise.all(
      processes.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])),
    )
    for (const { stdin } of processes) stdin.end()
    const ports = named.flatMap((line) => line.trim().split(','))
    expect(ports).toHaveLength(600)
    expect(new Set(ports).size).toBe(600)
  })
})

describe('a port that another program holds', () => {
  test('is named, and the other program is not taken for ours', async () => {
    const port = await freePort()
    const stranger = createServer().listen(port, '127.0.0.1')
    try {
      for (const start of [startPostgres, startRedis, startNats]) {
        await expect(start({ folder: path.join(folder.path, start.name), port })).rejects.toThrow(
          new RegExp(`port ${port}, meant for \\w+, is taken`),
        )
      }
    } finally {
      stranger.close()
    }
  })
})
