import { accessSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { storesAmong } from '@agora/shared/contracts/service-declaration'
import { declarationOf, services, withDatabase } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

describe('docker-compose.yml', () => {
  const compose = parse(readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true })
  const all = Object.entries<Record<string, unknown>>(compose.services)
  const migrations = all.filter(([name]) => name.startsWith('migrate-'))
  const lasting = all.filter(([name]) => !name.startsWith('migrate-'))

  test('runs every service from its own image, with its own secrets, once the stores are healthy', () => {
    for (const service of services) {
      expect(compose.services[service], service).toMatchObject({
        build: { args: { SERVICE: service } },
        env_file: `deploy/${service}.env`,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      const stores = storesAmong(declarationOf(service).backends)
      const { [`migrate-${service}`]: migration, ...others } = compose.services[service].depends_on ?? {}
      expect(others, service).toEqual(
        Object.fromEntries(stores.map((store) => [store, { condition: 'service_healthy' }])),
      )
      expect(migration?.condition, service).toBe(
        stores.includes('postgres') ? 'service_completed_successfully' : undefined,
      )
    }
  })

  test('migrates each schema in a step before its service, which alone knows the roles that own them', () => {
    expect(migrations.map(([name]) => name)).toEqual(withDatabase.map((service) => `migrate-${service}`))
    for (const [name, { env_file, depends_on, command }] of migrations) {
      expect(env_file, name).toBe('deploy/databases.env')
      expect(depends_on, name).toEqual({ postgres: { condition: 'service_healthy' } })
      expect(command, name).toEqual(['sh', '-c', expect.stringContaining('exec node dist/bundle/migrate.js')])
    }
    for (const [name, { env_file, command }] of lasting) {
      expect(env_file, name).not.toBe('deploy/databases.env')
      expect(String(command), name).not.toContain('migrate')
    }
  })

  test('has a health check, a restart policy and an image version for every container that lasts', () => {
    for (const [name, { healthcheck, restart, image, build }] of lasting) {
      expect(healthcheck, name).toMatchObject({ test: expect.any(Array) })
      expect(restart, name).toBe('unless-stopped')
      if (!build) expect(image, name).toMatch(/^[\w./-]+:(?!latest$)[\w.-]+$/)
    }
  })

  test('bounds what each container writes down and how much memory it has', () => {
    for (const [name, { logging, mem_limit: limit }] of all) {
      expect(logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
      expect(limit, name).toMatch(/^\d+[mg]$/)
    }
  })

  test('gives a service the time it needs to end', () => {
    for (const service of services) expect(compose.services[service].stop_grace_period).toBe('30s')
  })

  test('has stores that write down what they acknowledge, and evict nothing', () => {
    expect(compose.services.redis.command.join(' ')).toContain(
      '--appendonly yes --maxmemory-policy noeviction',
    )
    expect(compose.services.nats.command).toEqual(['-c', '/etc/nats/nats.conf'])
    const nats = readFileSync(path.join(projectRoot, 'config/nats.conf'), 'utf8')
    expect(nats).toMatch(/^ +sync_interval: always$/m)
  })

  test('shows the gateway and Prometheus every container of a service', () => {
    expect(compose.services.gateway.environment.REPLICA_HOSTS).toBe('{service}')
    const prometheus = parse(readFileSync(path.join(projectRoot, 'config/prometheus.yml'), 'utf8'))
    const [{ dns_sd_configs: found }] = prometheus.scrape_configs
    const places = found.flatMap(({ names, port }: { names: string[]; port: number }) =>
      names.map((name) => `${name}:${port}`),
    )
    expect(compose.services.gateway.environment.METRICS_PORT).toBe(declarationOf('gateway').metricsPort)
    expect(places.sort()).toEqual(
      services.map((service) => `${service}:${declarationOf(service).metricsPort ?? 8080}`).sort(),
    )
  })

  test('exposes the gateway to others, and operators’ tools only to this machine', () => {
    const open = all.flatMap(([name, { ports = [] }]) => (ports as string[]).map((port) => [name, port]))
    expect(Object.fromEntries(open)).toEqual({
      gateway: '8080:8080',
      grafana: '127.0.0.1:3000:3000',
      mail: '127.0.0.1:8025:8025',
    })
  })

  test('names no password, and takes those of the stores from the files of scripts/deployment.mjs', () => {
    const text = readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')
    expect(text).not.toMatch(/PASSWORD|ANONYMOUS/)
    for (const store of ['postgres', 'redis', 'nats', 'grafana'])
      expect(compose.services[store].env_file, store).toBe(`deploy/${store}.env`)
    expect(compose.services.redis.command[1]).toBe('/etc/redis/redis.conf')
    const nats = readFileSync(path.join(projectRoot, 'config/nats.conf'), 'utf8')
    expect(nats).toMatch(/^authorization \{ user: agora, password: \$NATS_PASSWORD \}$/m)
  })

  test('mounts only what is in the repository or made by scripts/deployment.mjs', () => {
    const mounts = all.flatMap(([, { volumes = [] }]) => volumes as string[])
    for (const mount of mounts.filter((one) => one.startsWith('./') && !one.startsWith('./deploy/')))
      expect(() => accessSync(path.join(projectRoot, mount.split(':')[0] ?? '')), mount).not.toThrow()
    const declared = Object.keys(compose.volumes)
    for (const mount of mounts.filter((one) => !one.startsWith('./')))
      expect(declared).toContain(mount.split(':')[0])
  })
})
