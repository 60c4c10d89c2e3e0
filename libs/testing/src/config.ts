import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { parse } from 'yaml'

type Values = Record<string, unknown>

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function overlay(base: Values, over: Values): Values {
  const merged = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isObject(below) && isObject(value) ? overlay(below, value) : value
  }
  return merged
}

/**
 * Suites register dozens of members under any name: captcha and reserved names are off unless a suite asks for them.
 */
const quiet = { captcha: { enabled: false }, site: { reserved_names: [] } }

/** The shipped startup configuration, overridden by these values. */
export function testConfig(
  over: Values = {},
  root = projectRoot,
): Values & { administrator: { username: string } } {
  const shipped: Values = parse(readFileSync(path.join(root, 'config/agora.yaml'), 'utf8'))
  return overlay(overlay(shipped, quiet), over) as Values & { administrator: { username: string } }
}
