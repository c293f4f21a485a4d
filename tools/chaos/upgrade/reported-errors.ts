import { createInterface } from 'node:readline'
import type { WatchedProcess } from '@eclusa/testing/processes/availability-watch.ts'

/** The levels of pino. */
export const WARNING = 40
const ERROR = 50

/** Errors in the logs of a gateway's processes, by kind and count; or lines of a higher level. */
export function listenToErrors(least = ERROR) {
  const told = new Map<string, number>()
  return {
    told,
    /** Reads the log of a part from now on. */
    of(part: WatchedProcess): WatchedProcess {
      createInterface({ input: part.child.stderr! }).on('line', (line) => {
        const { level, event, job, error_name, error_code } = readLine(line)
        if (Number(level ?? 0) < least) return
        const kind = [event, job, error_name, error_code].filter(Boolean).join(' ')
        told.set(kind, (told.get(kind) ?? 0) + 1)
      })
      return part
    },
  }
}

function readLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return {}
  }
}
