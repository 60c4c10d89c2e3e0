import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '../project.ts'
import { authorityFiles } from './authority.ts'
import { autoscalingFiles } from './autoscaling.ts'
import { chartFiles } from './chart/chart.ts'
import { clusterFiles } from './cluster.ts'
import { containerFiles } from './containers.ts'
import { migrationFiles } from './migrations.ts'
import { monitoringFiles } from './monitoring.ts'
import { poolerFiles } from './pooler.ts'

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** What the compiler builds: every library and every service. */
function projects(): string {
  const hasProject = (folder: string) => existsSync(path.join(projectRoot, folder, 'tsconfig.json'))
  const folders = ['libs', 'services'].flatMap((group) => foldersIn(group).map((name) => `${group}/${name}`))
  const references = folders.filter(hasProject).map((folder) => `    { "path": "${folder}" }`)
  return `{\n  "files": [],\n  "references": [\n${references.join(',\n')}\n  ]\n}\n`
}

/** The content of every generated file, by its path in the project. */
export const madeFiles = (): Record<string, string> => ({
  'tsconfig.json': projects(),
  ...containerFiles(),
  ...clusterFiles(),
  ...migrationFiles(),
  ...autoscalingFiles(),
  ...poolerFiles(),
  ...authorityFiles(),
  ...monitoringFiles(),
  ...chartFiles(),
})

/** Where declarations and folders disagree, and leftover files of removed services. */
export function disagreements(): string[] {
  const folders = foldersIn('services')
  const declared: readonly string[] = services
  const made = madeFiles()
  const left = foldersIn('k8s/base').flatMap((name) =>
    readdirSync(path.join(projectRoot, 'k8s/base', name)).map((file) => `k8s/base/${name}/${file}`),
  )
  return [
    ...folders.filter((name) => !declared.includes(name)).map((name) => `services/${name} is not declared`),
    ...declared.filter((name) => !folders.includes(name)).map((name) => `there is no services/${name}`),
    ...left.filter((file) => !(file in made)).map((file) => `${file} is of no service: remove it`),
  ]
}
