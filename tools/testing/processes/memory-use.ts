import { readFileSync } from 'node:fs'

/** Resident memory of a process in MiB, from proc(5). */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}
