import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processor time comes in hundredths of a second on every Linux that Node runs on. */
const TICK_US = 10_000

/** @param {number | string | undefined} pid */
function fieldsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/**
 * A process's processor time so far, in microseconds; 0 if it has ended.
 *
 * @param {number | 'self' | undefined} pid
 */
export function cpuOf(pid) {
  const fields = fieldsOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_US : 0
}

/**
 * The processor time of this process's ended children, in microseconds.
 *
 * @param {number | 'self'} pid
 */
export function reapedCpuOf(pid) {
  const fields = fieldsOf(pid)
  return fields ? (Number(fields[13]) + Number(fields[14])) * TICK_US : 0
}

/**
 * The processor time of a process and its descendants, in microseconds.
 *
 * @param {number} pid
 */
export const familyCpuOf = (pid) =>
  childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), cpuOf(pid) + reapedCpuOf(pid))

/**
 * The running children of this process.
 *
 * @param {number | undefined} pid
 */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(fieldsOf(name)?.[1]) === pid)
    .map(Number)
}

/**
 * Resident memory in megabytes: current and peak.
 *
 * @param {number | undefined} pid
 */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  /** @param {string} key */
  const megabytes = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

export const canMeasure = existsSync('/proc/self/stat')
