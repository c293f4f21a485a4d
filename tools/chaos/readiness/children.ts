import { readdirSync, readFileSync } from 'node:fs'

/** The child processes of this process. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name of a process may contain a bracket. Its state and parent come after the last one.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
