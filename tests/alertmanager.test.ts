import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { Child } from '@agora/suite/servers/child'
import { freePort } from '@agora/suite/servers/ports'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = temporaryFolder('alertmanager')
let alertmanager: Child | undefined
let api: string

/** Where Debian's build looks for its templates, whatever its configuration says. */
const TEMPLATES = '/usr/share/prometheus/alertmanager'
const WITH_TEMPLATES =
  'mount -t tmpfs tmpfs /usr/share && mkdir /usr/share/prometheus && ln -s "$0" /usr/share/prometheus/alertmanager && exec "$@"'

/** If the package was only unpacked, its templates are elsewhere: a file system of its own has them in their place. */
function withTemplates(program: string, words: string[]): { command: string; args: string[] } {
  if (existsSync(TEMPLATES)) return { command: program, args: words }
  const unpacked = path.resolve(path.dirname(program), '../share/prometheus/alertmanager')
  return { command: 'unshare', args: ['-rm', 'sh', '-c', WITH_TEMPLATES, unpacked, program, ...words] }
}

/** A real Alertmanager with the example of config/. */
beforeAll(async () => {
  const { command, env } = await findTool('prometheus-alertmanager')
  const at = `127.0.0.1:${await freePort()}`
  api = `http://${at}/api/v2`
  alertmanager = await Child.spawn({
    name: 'Alertmanager',
    ...withTemplates(command, [
      `--config.file=${path.join(projectRoot, 'config/alertmanager.yml')}`,
      `--storage.path=${folder.path}`,
      `--web.listen-address=${at}`,
      '--cluster.listen-address=',
    ]),
    env: { PATH: process.env.PATH ?? '', ...env },
    cwd: folder.path,
    logFile: path.join(folder.path, 'alertmanager.log'),
  })
  await alertmanager.waitUntil(async () => (await fetch(`http://${at}/-/ready`)).ok)
}, 180_000)
afterAll(async () => {
  await alertmanager?.kill()
  folder.remove()
})

type Fired = [name: string, severity: 'page' | 'ticket']

/** Fires these alerts in one installation; resolves once no more than `left` are heard. */
async function expectHeard(
  namespace: string,
  fired: readonly Fired[],
  left: readonly string[],
): Promise<void> {
  const body = fired.map(([alertname, severity]) => ({ labels: { alertname, severity, namespace } }))
  const sent = await fetch(`${api}/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(sent.status).toBe(200)
  const filter = encodeURIComponent(`namespace="${namespace}"`)
  const alerts = async (words: string) =>
    (await (await fetch(`${api}/alerts?filter=${filter}${words}`)).json()) as {
      labels: { alertname: string }
    }[]
  await expect.poll(async () => (await alerts('')).length).toBe(fired.length)
  const heard = async () => (await alerts('&inhibited=false')).map(({ labels }) => labels.alertname)
  await expect.poll(heard).toEqual(left)
}

const ofPostgres: Fired[] = [
  ['AvailabilityBudgetBurnsFast', 'page'],
  ['UnexpectedFailures', 'ticket'],
  ['OutboxLag', 'page'],
  ['MailsStuck', 'page'],
  ['DeliveriesStuck', 'ticket'],
  ['SiteDown', 'page'],
  ['SiteBudgetBurnsFast', 'page'],
]

test('the outage of a store is one page, whatever follows from it', async () => {
  const [first] = ofPostgres
  if (!first) throw new Error('nothing follows')
  await expectHeard('first', [['PostgresUnreachable', 'page'], ...ofPostgres], ['PostgresUnreachable'])
  const ofNats: Fired[] = [
    ['OutboxLag', 'page'],
    ['FollowerLags', 'ticket'],
  ]
  await expectHeard('second', [['NatsUnreachable', 'page'], ...ofNats], ['NatsUnreachable'])
  // What another installation has lost has nothing to do with it.
  await expectHeard('third', [first], [first[0]])
})
