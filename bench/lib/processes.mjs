import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Processor time comes in hundredths of a second on every Linux that Node runs on. */
const TICK_US = 10_000

function fieldsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Processor time of a process so far, in microseconds; of one that is gone, 0. */
export function cpuOf(pid) {
  const fields = fieldsOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_US : 0
}

/** Processor time of the ended processes that this one had started, in microseconds. */
export function reapedCpuOf(pid) {
  const fields = fieldsOf(pid)
  return fields ? (Number(fields[13]) + Number(fields[14])) * TICK_US : 0
}

/** Processor time of a process and of all that it has started, in microseconds. */
export const familyCpuOf = (pid) =>
  childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), cpuOf(pid) + reapedCpuOf(pid))

/** The processes that this one has started and that still run. */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(fieldsOf(name)?.[1]) === pid)
    .map(Number)
}

/** Resident memory in megabytes: now, and the most that it has been. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

export const canMeasure = existsSync('/proc/self/stat')
