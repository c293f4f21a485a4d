import { readdirSync, readFileSync } from 'node:fs'

/** The processes that have this one as their parent. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name of a process may hold anything, a bracket too; what follows the last one is its state and its parent.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
