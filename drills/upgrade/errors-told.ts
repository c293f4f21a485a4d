import { createInterface } from 'node:readline'
import type { Part } from '../able/watch.ts'

/** As pino counts. */
export const WARNING = 40
const ERROR = 50

/** The errors that parts of a gateway wrote into their logs, each kind with how often; or whatever is worth so much. */
export function listenToErrors(least = ERROR) {
  const told = new Map<string, number>()
  return {
    told,
    /** Hears a part from now on. */
    of(part: Part): Part {
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
