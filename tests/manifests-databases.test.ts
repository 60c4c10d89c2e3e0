import { envPrefixOf, type ServiceName, schemaOf, withDatabase } from '@agora/shared/contracts/services'
import { POOLERS } from '@agora/suite/files/pooler'
import { describe, expect, test } from 'vitest'
import { findKubectl, render } from './support/manifests.ts'
import { chosenBy, labelsOf, lets, nameOf, overlays, partsOf } from './support/overlay.ts'

const kubectl = await findKubectl()

describe.skipIf(kubectl === undefined).each(overlays)('databases in the %s overlay', (overlay) => {
  const { ofKind, named, serviceWorkloads } = partsOf(overlay)

  const urlKeyOf = (service: ServiceName) => `${envPrefixOf(service)}_DATABASE_URL`
  /** The user, host and port of an address in a Secret. */
  const urlOf = (secret: string, key: string) => {
    const data = named('Secret', secret).data?.[key]?.replaceAll(/\s/g, '') ?? ''
    const { username, host, pathname } = new URL(Buffer.from(data, 'base64').toString())
    return `${username}@${host}${pathname}`
  }
  const postgres = overlay === 'dev' ? 'postgres:5432/agora' : 'postgres.example:5432/agora'
  const ownerUrlOf = (service: ServiceName) => `agora_${schemaOf(service)}@${postgres}`

  test.runIf(overlay === 'production')(
    'backs up every database each night, past the pooler, as the roles that own them',
    () => {
      const { schedule, concurrencyPolicy, jobTemplate } = named('CronJob', 'agora-backup').spec
      expect([schedule, concurrencyPolicy]).toEqual(['17 3 * * *', 'Forbid'])
      const [container] = jobTemplate.spec.template.spec.containers
      expect(container.envFrom).toContainEqual({ secretRef: { name: 'agora-databases' } })
      for (const service of withDatabase)
        expect(urlOf('agora-databases', urlKeyOf(service))).toBe(ownerUrlOf(service))
    },
  )

  test('migrates each schema in a Job, as the role that owns it, and lets pods wait for that as one that may not', () => {
    for (const service of withDatabase) {
      const { spec } = named('Job', `agora-migrate-${service}`).spec.template
      const [job] = spec.containers
      const deployment = named('Deployment', nameOf(service))
      const [waiting] = deployment.spec.template.spec.initContainers
      expect(job.image).toBe(waiting.image)
      expect(waiting.command).toEqual([...job.command, '--wait'])
      expect(job.command).toContain(schemaOf(service))
      const [from, where] = [job, waiting].map(({ env }) => env[0].valueFrom.secretKeyRef)
      expect([from.name, from.key]).toEqual(['agora-databases', urlKeyOf(service)])
      expect(urlOf(from.name, from.key)).toBe(ownerUrlOf(service))
      expect(urlOf(where.name, where.key)).toBe(`agora_${schemaOf(service)}_rw@${postgres}`)
    }
    expect(ofKind('Job')).toHaveLength(withDatabase.length)
  })

  test('tells no service who owns its schema', () => {
    for (const workload of serviceWorkloads())
      expect(JSON.stringify(workload)).not.toContain('agora-databases')
  })

  test.runIf(overlay === 'production')('sends requests through the pooler, and sessions past it', () => {
    for (const service of withDatabase) {
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      const from = (key: string) =>
        container.env.find(({ name }: { name: string }) => name === key).valueFrom.secretKeyRef
      const [pooled, direct] = [from('DATABASE_URL'), from('DATABASE_DIRECT_URL')]
      const role = `agora_${schemaOf(service)}_rw`
      expect(urlOf(pooled.name, pooled.key)).toBe(`${role}@agora-pooler:5432/agora_${schemaOf(service)}`)
      expect(urlOf(direct.name, direct.key)).toBe(`${role}@${postgres}`)
      const { ingress } = named('NetworkPolicy', 'agora-pooler').spec
      expect(lets(ingress, { podSelector: { matchLabels: labelsOf(service) } }, 5432), service).toBe(true)
      const { egress } = named('NetworkPolicy', nameOf(service)).spec
      expect(lets(egress, {}, 5432), service).toBe(true)
    }
  })

  test.runIf(overlay === 'production')(
    'lets everything that talks to a store trust an authority of one’s own, with a component',
    async () => {
      const trusting = (await render(overlay, ['authority'])).map(({ kind, metadata, spec }) => ({
        name: `${kind} ${metadata.name}`,
        pod: (spec?.jobTemplate?.spec ?? spec)?.template?.spec,
      }))
      const talking = trusting.filter(({ name, pod }) => pod && name !== 'Deployment agora-web')
      expect(talking).toHaveLength(2 * withDatabase.length + 2)
      for (const { name, pod } of talking) {
        expect(pod.volumes, name).toContainEqual({
          name: 'authority',
          configMap: { name: /^(Job|CronJob) /.test(name) ? 'agora-authority-jobs' : 'agora-authority' },
        })
        for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
          const about = `${name} ${container.name}`
          const mounted = { name: 'authority', mountPath: '/etc/authority', readOnly: true }
          expect(container.volumeMounts, about).toContainEqual(mounted)
          if (container.name === 'pooler') continue
          const variable = { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/authority/authority.pem' }
          expect(container.env, about).toContainEqual(variable)
        }
      }
    },
  )

  test.runIf(overlay === 'production')('has as many poolers as the table of connections counts', () => {
    const { spec } = named('Deployment', 'agora-pooler')
    expect(spec.replicas).toBe(POOLERS)
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(named('Service', 'agora-pooler').spec.selector).toEqual(chosenBy(spec.template.metadata.labels))
    const [{ projected }] = spec.template.spec.volumes
    const [{ configMap }, { secret }] = projected.sources
    expect(named('ConfigMap', 'agora-pooler').metadata.name).toBe(configMap.name)
    expect(named('Secret', 'agora-pooler').metadata.name).toBe(secret.name)
    const keys = Object.keys(named('Secret', 'agora-pooler').data ?? {})
    for (const { key } of secret.items) expect(keys).toContain(key)
  })
})
