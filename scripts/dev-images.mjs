// Builds the images that k8s/overlays/dev names and loads them into a cluster on this machine:
//   node scripts/dev-images.mjs [kind|minikube]    by default whichever the present context of kubectl is of
import './lib/node-version.mjs'
import { execFileSync } from 'node:child_process'
import { root, serviceNames } from './lib/project.mjs'

/** @type {Record<string, (images: string[], context: string) => string[][]>} */
const loaders = {
  kind: (images, context) => {
    const [, cluster = 'kind'] = /^kind-(.+)$/.exec(context) ?? []
    return [['kind', 'load', 'docker-image', ...images, '--name', cluster]]
  },
  minikube: (images) => images.map((image) => ['minikube', 'image', 'load', image]),
}

/** @param {string[]} words */
const run = ([command = '', ...words]) => {
  console.log([command, ...words].join(' '))
  execFileSync(command, words, { cwd: root, stdio: 'inherit' })
}
const context = execFileSync('kubectl', ['config', 'current-context'], { encoding: 'utf8' }).trim()

const kind = process.argv[2] ?? Object.keys(loaders).find((name) => context.startsWith(name))
const load = kind === undefined ? undefined : loaders[kind]
if (!load) {
  console.error('usage: node scripts/dev-images.mjs [kind|minikube]')
  process.exit(2)
}
const images = serviceNames().map((service) => {
  const image = `agora-${service}:dev`
  run(['docker', 'build', '--build-arg', `SERVICE=${service}`, '--tag', image, '.'])
  return image
})
for (const words of load(images, context)) run(words)
