import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { findTool } from '@agora/suite/servers/tools'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = path.join(projectRoot, 'config')
const read = (name: string) => parse(readFileSync(path.join(folder, name), 'utf8'))

interface Rule {
  alert?: string
  labels: { severity: string }
}
interface Case {
  name: string
  alert_rule_test: {
    alertname: string
    eval_time: string
    exp_alerts: { exp_labels: Record<string, string> }[]
  }[]
}
const alerts: Rule[] = read('alerts.yml')
  .groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
  .filter(({ alert }: Rule) => alert !== undefined)
const cases: Case[] = read('alerts.test.yml').tests

test('every alert fires and stays silent as its cases require', { timeout: 300_000 }, async () => {
  const { command, env } = await findTool('promtool')
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)(command, ['test', 'rules', 'alerts.test.yml'], options)
  expect(stdout).toContain('SUCCESS')
})

describe.each(alerts.map(({ alert, labels }) => ({ alert: alert ?? '', ...labels })))(
  '$alert',
  ({ alert, severity }) => {
    const own = cases.filter(({ name }) => name.startsWith(`${alert} `))
    const expected = (word: string) =>
      own
        .filter(({ name }) => name.startsWith(`${alert} ${word}`))
        .flatMap(({ alert_rule_test: tests }) => tests)
        .filter(({ alertname }) => alertname === alert)

    test('has a case in which it fires, and two in which it does not: one of the first minute', () => {
      expect(expected('fires').map(({ exp_alerts: fired }) => fired.length)).not.toContain(0)
      expect(expected('fires')).not.toEqual([])
      expect(expected('is silent').map(({ exp_alerts: fired }) => fired)).toEqual([[]])
      expect(expected('starts').map(({ eval_time, exp_alerts: fired }) => [eval_time, fired])).toEqual([
        ['1m', []],
      ])
    })

    test('says of which installation it is', () => {
      const labels = expected('fires').flatMap(({ exp_alerts: fired }) => fired.map((one) => one.exp_labels))
      expect(labels.map(({ namespace }) => namespace)).not.toContain(undefined)
    })

    test('says who should react', () => {
      expect(['page', 'ticket']).toContain(severity)
    })
  },
)

describe('the example for Alertmanager', () => {
  const { inhibit_rules: inhibitions } = read('alertmanager.yml') as {
    inhibit_rules: { source_matchers: string[]; target_matchers: string[]; equal: string[] }[]
  }
  const names = alerts.map(({ alert }) => alert ?? '')
  /** Those that a matcher such as `alertname=~"A|B"` is of; each part of it must be of one at least. */
  const matched = (matchers: string[]) => {
    const [, parts = ''] = /^alertname=~?"(.+)"$/.exec(matchers.join()) ?? []
    for (const part of parts.split(/\|(?![^(]*\))/))
      expect(
        names.filter((name) => new RegExp(`^(?:${part})$`).test(name)),
        part,
      ).not.toEqual([])
    return names.filter((name) => new RegExp(`^(?:${parts})$`).test(name))
  }

  test('silences only alerts that exist, by a cause that pages, in the same installation', () => {
    for (const { source_matchers: sources, target_matchers: targets, equal } of inhibitions) {
      const causes = matched(sources)
      expect(matched(targets).filter((name) => causes.includes(name))).toEqual([])
      for (const { alert = '', labels } of alerts)
        if (causes.includes(alert)) expect(labels.severity, alert).toBe('page')
      expect(equal).toEqual(['namespace'])
    }
  })
})
