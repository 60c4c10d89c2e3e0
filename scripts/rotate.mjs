// Rotates a key of a deployment in a cluster, step by step, without a request being refused:
//   node scripts/rotate.mjs OVERLAY KEY STEP
//   node scripts/rotate.mjs FOLDER KEY STEP --namespace NAME -- COMMAND...    what is applied by another command
// Each step changes the files in OVERLAY/secrets, applies the overlay and waits until every replica has it. Repeat a step
// that was interrupted. docs/operations.md explains each step. Needs only kubectl.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  completedAt,
  readEnvs,
  readState,
  writeCompleted,
  writeEnv,
  writeState,
} from './lib/rotation/files.mjs'
import { rotations } from './lib/rotation/keys.mjs'

/**
 * @typedef {import('./lib/rotation/keys.mjs').Kept} Kept
 * @typedef {import('./lib/rotation/files.mjs').State} State
 */

/** So long a pod may serve on after its successor is ready, in seconds: the deployments' terminationGracePeriodSeconds. */
const PODS_LEAVE = 30

const usage = () => {
  const lines = Object.entries(rotations).map(
    ([key, { steps }]) => `  ${key} ${Object.keys(steps).join('|')}`,
  )
  return `usage: node scripts/rotate.mjs OVERLAY KEY STEP [--namespace NAME -- COMMAND...]\n${lines.join('\n')}\nservice-key:NAME is the key of one service.`
}

/**
 * Shows the command's output; its failure ends the step, which can be repeated.
 *
 * @param {string} command
 * @param {...string} words
 */
function run(command, ...words) {
  console.log([command, ...words].join(' '))
  const { status, error } = spawnSync(command, words, { stdio: 'inherit' })
  if (error) throw new Error(`${command} cannot be run: ${error.message}`)
  if (status !== 0)
    throw new Error(`${command} exited with status ${status}: fix the cause, then repeat the step`)
}

/**
 * How a step's files reach the cluster: as an overlay, or by what the command line says.
 *
 * @param {string} overlay
 * @param {string[]} given after the step
 * @returns {{ namespace: string, command: [string, ...string[]] }}
 */
function howToApply(overlay, given) {
  if (given.length === 0)
    return { namespace: namespaceOf(overlay), command: ['kubectl', 'apply', '-k', overlay] }
  const [option, namespace, separator, program, ...words] = given
  if (option !== '--namespace' || !namespace || separator !== '--' || !program) throw new Error(usage())
  return { namespace, command: [program, ...words] }
}

/**
 * What the step changes. If it has begun before, that is known: nothing is made anew.
 *
 * @param {string} folder
 * @param {[key: string, name: string]} rotating
 * @param {string} step
 * @returns {Promise<State>}
 */
async function begin(folder, [key, name], step) {
  const { steps, againAfterSeconds = 0 } = rotations[key]
  const names = Object.keys(steps)
  const state = readState(folder)
  const rotation = [key, name].filter(Boolean).join(':')
  if (state && state.rotation !== rotation)
    throw new Error(`the rotation of ${state.rotation} is at "${state.step}": finish it first`)
  if (state?.step === step) return state
  if (state && state.at === undefined)
    throw new Error(`"${state.step}" of ${rotation} was broken off: repeat it first`)
  const next = names[state ? names.indexOf(state.step) + 1 : 0]
  if (step !== next) throw new Error(`the next step of ${rotation} is "${next}"`)
  const { edit, afterSeconds = 0 } = steps[step]
  const from = state?.at
    ? Date.parse(state.at) + (PODS_LEAVE + afterSeconds) * 1000
    : (completedAt(folder, rotation) ?? 0) + againAfterSeconds * 1000
  const left = from - Date.now()
  if (left > PODS_LEAVE * 1000)
    throw new Error(`not before ${new Date(from).toISOString()}: the old key is needed until then`)
  if (left > 0) {
    console.log(`waits ${Math.ceil(left / 1000)} s for the last pods of the step before`)
    await sleep(left)
  }
  const envs = readEnvs(folder)
  const { kept, changes } = edit(envs, name, /** @type {Kept} */ (state?.kept))
  if (Object.keys(changes).length === 0) throw new Error(`nothing in ${folder} holds this key`)
  const begun = { rotation, step, kept, changes }
  // The state goes first: a new key that exists only in a file would be indistinguishable from an old one.
  writeState(folder, begun)
  return begun
}

/**
 * Where the overlay puts everything.
 *
 * @param {string} overlay
 */
function namespaceOf(overlay) {
  const file = path.join(overlay, 'kustomization.yaml')
  const [, namespace] = /^namespace: *([a-z0-9-]+)/m.exec(readFileSync(file, 'utf8')) ?? []
  if (namespace === undefined) throw new Error(`${file} names no namespace`)
  return namespace
}

async function main(/** @type {string[]} */ [overlay = '', key = '', step = '', ...given]) {
  const [kind = '', name] = key.split(':')
  const steps = rotations[kind]?.steps
  if (!overlay || !steps || !(step in steps)) {
    console.error(usage())
    return 2
  }
  const folder = path.join(overlay, 'secrets')
  if (!existsSync(folder))
    throw new Error(
      `${folder} is not there: name an overlay that node scripts/deployment.mjs has made secrets for`,
    )
  const { namespace, command } = howToApply(overlay, given)
  const begun = await begin(folder, [kind, name], step)
  // Also if it was broken off before: then only some of the files may have been changed.
  for (const [service, values] of Object.entries(begun.changes)) writeEnv(folder, service, values)
  run(...command)
  for (const service of Object.keys(begun.changes))
    run('kubectl', '-n', namespace, 'rollout', 'status', `deployment/agora-${service}`, '--timeout=10m')
  // Until now a replica may have used what the step replaced: what comes next counts from here.
  const state = { ...begun, at: new Date().toISOString() }
  if (step === Object.keys(steps).at(-1)) {
    writeCompleted(folder, state)
    writeState(folder, undefined)
    console.log(`The rotation of ${state.rotation} is complete.`)
  } else {
    writeState(folder, state)
    console.log(steps[step].next)
  }
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
