import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { expect, test } from 'vitest'

test('a logged stack names the sources, not the bundle', () => {
  const bundle = path.join(projectRoot, 'services/captcha/dist/bundle/main.js')
  // It needs an environment.
  const { status, stdout } = spawnSync(process.execPath, [bundle], { env: {}, encoding: 'utf8' })
  expect(status).toBe(1)
  const { level, err } = JSON.parse(stdout)
  expect(level).toBe('fatal')
  const places: string[] = err.stack.split('\n    at ').slice(1)
  expect(places[0]).toMatch(/^readEnv \(.*\/libs\/shared\/src\/config\/env\.ts:\d+:\d+\)$/)
  expect(places.at(-1)).toMatch(/\/services\/captcha\/src\/main\.ts:\d+:\d+$/)
  expect(err.stack).not.toContain('bundle')
})
