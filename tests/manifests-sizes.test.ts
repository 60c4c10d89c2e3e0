import { expect, test } from 'vitest'
import { findKubectl, type Manifest, render } from './support/manifests.ts'

const kubectl = await findKubectl()

interface Container {
  resources: { requests: { cpu: string; memory: string } }
}

/** In thousandths of a processor. */
const milli = (cpu: string) => (cpu.endsWith('m') ? Number.parseInt(cpu, 10) : Number(cpu) * 1000)
/** What a pod asks the scheduler for: its containers together, or an earlier step if that needs more. */
function requestOf({ spec }: Manifest): number {
  const { containers, initContainers = [] } = spec.template.spec as Record<string, Container[]>
  const of = (all: Container[] = []) => all.map(({ resources }) => milli(resources.requests.cpu))
  const sum = of(containers).reduce((total, one) => total + one, 0)
  return Math.max(sum, ...of(initContainers))
}

test.skipIf(kubectl === undefined)(
  'the overlay dev fits into two processors, of which the cluster’s own pods have one, Jobs included',
  async () => {
    const manifests = await render('dev')
    const least = (name: string) =>
      manifests.find(
        ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec.scaleTargetRef.name === name,
      )?.spec.minReplicas ?? 1
    const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    expect(workloads.length).toBeGreaterThan(15)
    const requested = workloads.map((one) => requestOf(one) * least(one.metadata.name))
    expect(requested.reduce((total, one) => total + one, 0)).toBeLessThanOrEqual(1_000)
  },
)
