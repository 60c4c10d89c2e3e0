import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BANNER, LICENCES, licencesOf } from '../bundle.mjs'
import { root } from '../project.mjs'

/**
 * Lays out the contents of the backup image: one program and the migrations of all services.
 *
 * @param {string} folder
 */
export async function layOutBackup(folder) {
  const [esbuild, { withDatabase }, { migrationsOf }] = await Promise.all([
    import('esbuild'),
    import('@agora/shared/contracts/services'),
    import('@agora/suite/project'),
  ])
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { backup: path.join(root, 'scripts/lib/backup/image.mjs') },
    outdir: path.join(folder, 'dist/bundle'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    banner: { js: BANNER },
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  await esbuild.stop()
  writeFileSync(path.join(folder, 'dist/bundle', LICENCES), licencesOf(Object.keys(metafile.inputs)))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const service of withDatabase)
    cpSync(migrationsOf(service), path.join(folder, 'migrations', service), { recursive: true })
}
