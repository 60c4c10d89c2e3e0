import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@agora/suite/project'
import { findTool } from '@agora/suite/servers/tools'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifests.ts'

const execute = promisify(execFile)
const CHART = path.join(projectRoot, 'k8s/chart')
/** Long enough for fetching Helm, once. In milliseconds. */
export const FETCHING = 180_000

/** What `helm` prints; rejects with what it says if it fails. */
export async function helm(...words: string[]): Promise<string> {
  const { command, env } = await findTool('helm')
  const options = { env: { ...process.env, ...env }, maxBuffer: 32 * 1024 * 1024 }
  const { stdout } = await execute(command, words, options)
  return stdout
}

/** What an installation must give the chart: its secrets and a startup configuration. */
export class Installation {
  readonly folder: string

  constructor() {
    const cache = path.join(projectRoot, '.cache')
    mkdirSync(cache, { recursive: true })
    this.folder = mkdtempSync(path.join(cache, 'chart-'))
  }

  get secrets(): string {
    return path.join(this.folder, 'secrets/values.yaml')
  }

  get words(): string[] {
    return ['--values', this.secrets, '--set-file', `config=${path.join(this.folder, 'agora.yaml')}`]
  }

  async make(): Promise<void> {
    cpSync(path.join(projectRoot, 'k8s/overlays/production/agora.yaml'), path.join(this.folder, 'agora.yaml'))
    const script = path.join(projectRoot, 'scripts/deployment.mjs')
    await execute(process.execPath, [script, 'k8s', path.join(this.folder, 'secrets')])
  }

  /** Gives an overlay the same secrets, and the authority's certificates if there are any. */
  copyTo(overlay: string): void {
    cpSync(this.folder, overlay, { recursive: true, filter: (from) => !from.endsWith('.tgz') })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** What Helm would send for these values, in the namespace `agora`. */
export async function template(
  words: readonly string[],
  values: object = {},
  chart = CHART,
): Promise<Manifest[]> {
  const folder = mkdtempSync(path.join(projectRoot, '.cache/chart-values-'))
  try {
    const file = path.join(folder, 'values.yaml')
    writeFileSync(file, JSON.stringify(values))
    const release = ['template', 'production', chart, '--namespace', 'agora']
    const rendered = await helm(...release, ...words, '--values', file)
    return parseAllDocuments(rendered)
      .map((document) => document.toJS() as Manifest)
      .filter(Boolean)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const lint = (words: readonly string[]) => helm('lint', CHART, '--strict', ...words)
