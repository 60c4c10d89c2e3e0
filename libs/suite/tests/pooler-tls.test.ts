import { type ServiceName, withDatabase } from '@agora/shared/contracts/services'
import { poolerTls } from '@agora/suite/files/pooler'
import { portsOf } from '@agora/suite/files/store-ports'
import { expect, test } from 'vitest'

const addresses = (query: string, others: Partial<Record<ServiceName, string>> = {}) =>
  ({
    ...Object.fromEntries(
      withDatabase.map((service) => [service, `postgresql://a:b@postgres.example:5432/agora${query}`]),
    ),
    ...others,
  }) as Record<ServiceName, string>

test.each([
  ['', false, ['server_tls_sslmode = disable']],
  [
    '?sslmode=verify-full',
    true,
    ['server_tls_sslmode = verify-full', 'server_tls_ca_file = /etc/authority/authority.pem'],
  ],
  [
    '?sslmode=require',
    false,
    ['server_tls_sslmode = verify-full', 'server_tls_ca_file = /etc/ssl/certs/ca-certificates.crt'],
  ],
  ['?sslmode=no-verify', false, ['server_tls_sslmode = require']],
])('the pooler verifies Postgres as the addresses with "%s" say', (query, hasAuthority, lines) => {
  expect(poolerTls(addresses(query), hasAuthority)).toEqual(lines)
})

test('addresses that differ in it, or say something else, are refused', () => {
  const mixed = addresses('?sslmode=verify-full', { forum: 'postgresql://a:b@postgres.example:5432/agora' })
  expect(() => poolerTls(mixed, true)).toThrow('differ in sslmode')
  expect(() => poolerTls(addresses('?sslmode=perhaps'), true)).toThrow('sslmode=perhaps')
})

test('the ports of stores are those of their addresses, or the usual ones', () => {
  const environment = [
    'DATABASE_URL=postgresql://a:b@one:25060,two:25061/agora?sslmode=verify-full',
    'REDIS_URL=rediss://:password@redis.example:6380',
    'NATS_URL=nats://a:4222,nats://b:4223',
    'SMTP_URL=smtp://user:password@mail.example',
    'AWS_ENDPOINT_URL_S3=http://minio:9000',
    'SERVICE_KEY=redis://no-store:1',
  ].join('\n')
  expect(portsOf([environment])).toEqual([587, 4222, 4223, 6380, 9000, 25_060, 25_061])
})
