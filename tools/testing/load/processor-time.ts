import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU seconds used so far by all PostgreSQL processes under this one, ended ones included. */
export function postgresSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const parents = new Map(processes.map(({ pid, ppid }) => [pid, ppid]))
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)!))
  const ticks = processes
    .filter(({ name, pid }) => name === 'postgres' && isOurs(pid))
    .reduce((total, one) => total + one.ticks, 0)
  return ticks / TICKS_PER_SECOND
}

function readProcess(pid: string): { pid: number; ppid: number; name: string; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // Fields 14 to 17 of proc(5): user and system time, of itself and of its awaited children.
    const ticks = fields[11]! + fields[12]! + fields[13]! + fields[14]!
    return [{ pid: Number(pid), ppid: fields[1]!, name, ticks }]
  } catch {
    return []
  }
}

/** The same of one process and its threads. */
export function processSeconds(pid: number): number {
  return (readProcess(String(pid))[0]?.ticks ?? Number.NaN) / TICKS_PER_SECOND
}

/** Seconds of all CPUs: the demand of this machine so far, and its steal time. */
export function stolenSeconds(): number {
  // The eighth number of the first line, after user, nice, system, idle, iowait, irq and softirq.
  return Number(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/)[8]) / TICKS_PER_SECOND
}
