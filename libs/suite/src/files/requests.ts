import { declarationOf, minReplicasOf, services } from '@agora/shared/contracts/services'

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const processors = (cpu: string) => (cpu.endsWith('m') ? Number.parseInt(cpu, 10) / 1000 : Number(cpu))

/** The operators' table of what the processes ask a cluster for, at each service's minimum. */
export function requestRows(): string[] {
  const rows = services.map((service) => {
    const { cpu, memory } = declarationOf(service).resources
    const pods = minReplicasOf(service)
    return { service, pods, cpu: pods * processors(cpu), memory: pods * Number.parseInt(memory, 10) }
  })
  const cells = (name: string, pods: number, cpu: number, memory: number) =>
    `| ${name} | ${pods} | ${cpu.toFixed(1)} | ${memory} MiB |`
  const total = <Key extends 'pods' | 'cpu' | 'memory'>(key: Key) => sum(rows.map((row) => row[key]))
  return [
    '',
    '| Service | Pods | Processors | Memory |',
    '|---|---:|---:|---:|',
    ...rows.map(({ service, pods, cpu, memory }) => cells(service, pods, cpu, memory)),
    cells('all', total('pods'), total('cpu'), total('memory')),
    '',
  ]
}
