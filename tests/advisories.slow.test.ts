import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectRoot } from '@agora/suite/project'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The registry's answer for each package; undefined if it does not answer. */
let advisories: Record<string, object[]> | undefined
const registry = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!request.url?.includes('/security/advisories/bulk') || advisories === undefined)
    return response.writeHead(405).end()
  const asked = JSON.parse(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
  const told = Object.entries(advisories).filter(([name]) => name in asked)
  response.setHeader('content-type', 'application/json').end(JSON.stringify(Object.fromEntries(told)))
})
beforeAll(() => new Promise<void>((done) => registry.listen(0, '127.0.0.1', done)))
afterAll(() => registry.close())

const advisory = (id: number, severity: string) => ({
  id,
  url: 'https://github.com/advisories/GHSA-0000',
  title: 'It can be abused',
  severity,
  vulnerable_versions: '<999',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

function check(): Promise<{ status: number; words: string }> {
  const { port } = registry.address() as AddressInfo
  const env = { ...process.env, pnpm_config_registry: `http://127.0.0.1:${port}/` }
  return new Promise((resolve) => {
    const words = [path.join(projectRoot, 'scripts/advisories.mjs')]
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, words: stdout + stderr }),
    )
  })
}

test('a severe advisory of a bundled package fails, one of a tool is reported', {
  timeout: 120_000,
}, async () => {
  advisories = { fastify: [advisory(1, 'high')], vitest: [advisory(2, 'critical')] }
  const both = await check()
  expect(both.words).toContain('high in fastify: It can be abused https://github.com/advisories/GHSA-0000')
  expect(both.words).toContain('critical in vitest (a tool): It can be abused')
  expect(both.status).toBe(1)
  advisories = { vitest: [advisory(2, 'critical')] }
  expect(await check()).toMatchObject({ status: 0, words: expect.stringContaining('critical in vitest') })
})

test('a registry without advisories is reported, and is not a failure', { timeout: 120_000 }, async () => {
  advisories = undefined
  expect(await check()).toEqual({
    status: 0,
    words: 'the registry gave no advisories (responded with 405): the packages were not checked\n',
  })
})
