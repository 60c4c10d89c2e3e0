import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { markOf, type ProcessMark } from './processes.ts'

/** An order from this process to its guardian, one JSON text per line. */
export type GuardianOrder =
  | { guard: ProcessMark; signal: NodeJS.Signals }
  | { release: number }
  | { remove: string }
  | { keep: string }

// Compiled code even if this module runs from source: the guardian is a process of its own.
const program = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/guardian-main.js')

let guardian: ChildProcess | undefined

function tell(order: GuardianOrder): void {
  guardian ??= startGuardian()
  guardian.stdin?.write(`${JSON.stringify(order)}\n`)
}

/**
 * A small process for each process that starts others. It watches a pipe: if this process goes without having stopped
 * its children, the pipe closes and the guardian stops them, last started first.
 */
function startGuardian(): ChildProcess {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  })
  child.stdin?.on('error', () => undefined)
  // Neither the guardian nor its pipe keeps this process alive.
  child.unref()
  const pipe = child.stdin as (NodeJS.WritableStream & { unref?: () => void }) | null
  pipe?.unref?.()
  return child
}

const guarded = new Map<number, ProcessMark & { name: string }>()
let register: string | undefined

/**
 * Keeps a list of this process's children in this file from now on, so that a later start finds leftovers even if the
 * guardian is killed too. Returns the function that stops this.
 */
export function keepRegister(file: string): () => void {
  register = file
  writeRegister()
  return () => {
    if (register === file) register = undefined
  }
}

/** What a killed start has left in its register. */
export interface Register {
  /** While it runs, it ends the others itself. */
  guardian: ProcessMark | undefined
  processes: (ProcessMark & { name: string })[]
}

function writeRegister(): void {
  if (register === undefined) return
  const left: Register = {
    guardian: guardian?.pid === undefined ? undefined : markOf(guardian.pid),
    processes: [...guarded.values()],
  }
  writeFileSync(`${register}.new`, JSON.stringify(left))
  renameSync(`${register}.new`, register)
}

/** Has the process stopped if this one dies; returns the function that cancels this. */
export function guardProcess(pid: number, signal: NodeJS.Signals, name = ''): () => void {
  const mark = markOf(pid)
  guarded.set(pid, { ...mark, name })
  tell({ guard: mark, signal })
  writeRegister()
  return () => {
    guarded.delete(pid)
    tell({ release: pid })
    writeRegister()
  }
}

/** Has the folder removed when this process ends; returns the function that cancels this. */
export function guardFolder(folder: string): () => void {
  tell({ remove: folder })
  return () => tell({ keep: folder })
}
