// Rotates a key of a deployment in a cluster, step by step, without a request being refused:
//   node scripts/rotate.mjs OVERLAY KEY STEP
// Each step changes the files in OVERLAY/secrets, applies the overlay and waits until every replica has it. Repeat a step
// that was interrupted. docs/operations.md explains each step. Needs only kubectl.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  completedAt,
  readEnvs,
  readState,
  writeCompleted,
  writeEnv,
  writeState,
} from './lib/rotation/files.mjs'
import { rotations } from './lib/rotation/keys.mjs'

/** @typedef {import('./lib/rotation/keys.mjs').Kept} Kept */

const usage = () => {
  const lines = Object.entries(rotations).map(
    ([key, { steps }]) => `  ${key} ${Object.keys(steps).join('|')}`,
  )
  return `usage: node scripts/rotate.mjs OVERLAY KEY STEP\n${lines.join('\n')}\nservice-key:NAME is the key of one service.`
}

/**
 * Shows kubectl's output; its failure ends the step, which can be repeated.
 *
 * @param {...string} words
 */
function kubectl(...words) {
  console.log(`kubectl ${words.join(' ')}`)
  const { status, error } = spawnSync('kubectl', words, { stdio: 'inherit' })
  if (error) throw new Error(`kubectl cannot be run: ${error.message}`)
  if (status !== 0)
    throw new Error(`kubectl exited with status ${status}: fix the cause, then repeat the step`)
}

/**
 * Applies the step to the files, unless that is done and only the cluster lacks it.
 *
 * @param {string} folder
 * @param {[key: string, name: string]} rotating
 * @param {string} step
 */
function change(folder, [key, name], step) {
  const { steps, againAfterSeconds = 0 } = rotations[key]
  const names = Object.keys(steps)
  const state = readState(folder)
  const rotation = [key, name].filter(Boolean).join(':')
  if (state && state.rotation !== rotation)
    throw new Error(`the rotation of ${state.rotation} is at "${state.step}": finish it first`)
  if (state?.step === step) return { state, changed: state.changed }
  const next = names[state ? names.indexOf(state.step) + 1 : 0]
  if (step !== next) throw new Error(`the next step of ${rotation} is "${next}"`)
  const { edit, afterSeconds = 0 } = steps[step]
  const from = state
    ? Date.parse(state.at) + afterSeconds * 1000
    : (completedAt(folder, rotation) ?? 0) + againAfterSeconds * 1000
  if (Date.now() < from)
    throw new Error(`not before ${new Date(from).toISOString()}: the old key is needed until then`)
  const envs = readEnvs(folder)
  const { kept, changes } = edit(envs, name, /** @type {Kept} */ (state?.kept))
  const changed = Object.keys(changes)
  if (changed.length === 0) throw new Error(`nothing in ${folder} holds this key`)
  const made = { rotation, step, at: new Date().toISOString(), kept, changed }
  // The state goes first: a new key that exists only in a file would be indistinguishable from an old one.
  writeState(folder, made)
  for (const [service, values] of Object.entries(changes)) writeEnv(folder, service, values)
  return { state: made, changed }
}

function main(/** @type {string[]} */ [overlay = '', key = '', step = '']) {
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
  const { state, changed } = change(folder, [kind, name], step)
  kubectl('apply', '-k', overlay)
  for (const service of changed)
    kubectl('-n', 'agora', 'rollout', 'status', `deployment/agora-${service}`, '--timeout=10m')
  const names = Object.keys(steps)
  if (step === names.at(-1)) {
    writeCompleted(folder, state)
    writeState(folder, undefined)
    console.log(`The rotation of ${state.rotation} is complete.`)
  } else console.log(steps[step].next)
  return 0
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
