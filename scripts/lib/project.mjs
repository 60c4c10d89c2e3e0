import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ show?: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} RunOptions */

/** The folder that holds the root package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** The names of the folders under services/. */
export function serviceNames() {
  return readdirSync(path.join(root, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/**
 * Hexadecimal sha256 of the contents of these files, in this order; a missing file counts as empty.
 *
 * @param {string[]} files
 */
export function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(path.relative(root, file)).update('\0')
    if (existsSync(file)) hash.update(readFileSync(file))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/**
 * Whether the stamp file has this value.
 *
 * @param {string} file
 * @param {string} value
 */
export function isStamped(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8') === value
}

/**
 * @param {string} file
 * @param {string | Buffer} value
 */
export function stamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, value)
}

/**
 * Runs a command in the project's folder and resolves with its exit status and, unless it is shown, its output. Rejects
 * if it cannot be started.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, signal: NodeJS.Signals | null, output: string }>}
 */
export function run(command, args, options = {}) {
  const { show = false, env = {}, cwd = root } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status: status ?? 1, signal, output }))
  })
}

/**
 * Like `run`, but a failure throws an error with the command's own output.
 *
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function mustRun(what, command, args, options) {
  const result = await run(command, args, options)
  if (result.status !== 0) {
    const words = result.output.trim()
    throw new Error(`${what} failed (${command} ${args.join(' ')})${words ? `\n${words}` : ''}`)
  }
  return result
}

let stepIsOpen = false

/**
 * Prints a line of its own, even in the middle of a step.
 *
 * @param {string} line
 */
export function note(line) {
  process.stderr.write(`${stepIsOpen ? '\n' : ''}  ${line}\n`)
  stepIsOpen = false
}

/**
 * Prints what is being done and, once done, how long it took.
 *
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 */
export async function step(title, work) {
  const began = performance.now()
  process.stderr.write(`  ${title} ...`)
  stepIsOpen = true
  /** @param {string} words */
  const end = (words) => {
    process.stderr.write(stepIsOpen ? ` ${words}\n` : `  ${title}: ${words}\n`)
    stepIsOpen = false
  }
  try {
    const result = await work()
    end(`${((performance.now() - began) / 1000).toFixed(1)} s`)
    return result
  } catch (error) {
    end('failed')
    throw error
  }
}
