import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = temporaryFolder('dev-images')
const at = (name: string) => path.join(folder.path, name)
afterAll(() => folder.remove())

/** Replacements for what builds and loads: they record their arguments. */
beforeAll(() => {
  for (const name of ['docker', 'kind', 'minikube', 'kubectl']) {
    const says = name === 'kubectl' ? 'echo "$CONTEXT"' : `echo "${name} $*" >> "$RECORD"`
    writeFileSync(at(name), `#!/bin/sh\n${says}\n`)
    chmodSync(at(name), 0o755)
  }
})

const names = services.toSorted()
const images = names.map((service) => `agora-${service}:dev`)

test.each([
  ['kind-kind', [`kind load docker-image ${images.join(' ')} --name kind`]],
  ['kind-agora', [`kind load docker-image ${images.join(' ')} --name agora`]],
  ['minikube', images.map((image) => `minikube image load ${image}`)],
])('one command builds every image of the overlay dev and loads it into %s', async (context, loaded) => {
  const env = {
    ...process.env,
    PATH: `${folder.path}:${process.env.PATH}`,
    CONTEXT: context,
    RECORD: at(`told-${context}`),
  }
  await promisify(execFile)(process.execPath, [path.join(projectRoot, 'scripts/dev-images.mjs')], { env })
  const built = names.map(
    (service) => `docker build --build-arg SERVICE=${service} --tag agora-${service}:dev .`,
  )
  expect(
    readFileSync(at(`told-${context}`), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toEqual([...built, ...loaded])
  const overlay = readFileSync(path.join(projectRoot, 'k8s/overlays/dev/kustomization.yaml'), 'utf8')
  const named = parse(overlay).images.map(
    ({ newName, newTag, name }: Record<string, string>) => `${newName ?? name}:${newTag}`,
  )
  expect(named).toEqual(expect.arrayContaining(images))
})
