import { PassThrough, type Readable } from 'node:stream'
import { Fault } from '../../base/errors/fault.ts'
import type { Person } from '../people/person.ts'
import type { CaseChange } from './change.ts'

/** What a reader may leave unread. Whoever is further behind is cut off, and reads everything when they come back. */
const UNREAD_BYTES_MAX = 64 * 1024
/** When a browser comes back after the end: not all of them in the same moment. */
const RETRY_MS = 1_000
const RETRY_SPREAD_MS = 2_000

const LEAVE_MS = 500

/** One who watches: what is said to them, until they leave or may no longer. */
export interface Stream {
  readable: Readable
  changes: (changes: CaseChange[]) => void
  /** Everything is to be read again: from here on changes are told. */
  reload: () => void
  /** Nothing is told for now. */
  lost: () => void
  end: () => void
}

interface Watching {
  again: () => Promise<Person>
  everyMs: number
  left: () => void
}

export function openStream({ again, everyMs, left }: Watching): Stream {
  const readable = new PassThrough()
  const say = (text: string) => {
    if (readable.writableEnded || readable.destroyed) return
    readable.write(text)
    if (readable.writableLength > UNREAD_BYTES_MAX) readable.destroy()
  }
  const tell = (event: string, data: object = {}) => say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const look = async () => {
    say(': all is well\n\n')
    await again().catch((error: unknown) => {
      // Whether they may is not known while the database is away; it is asked again.
      if (!(error instanceof Fault)) return
      tell('ended', { code: error.declaration.code })
      readable.end()
    })
  }
  const clock = setInterval(() => void look(), everyMs)
  readable.once('close', () => {
    clearInterval(clock)
    left()
  })
  readable.on('error', () => {})
  say(`retry: ${RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS)}\n\n`)
  return {
    readable,
    changes: (changes) => tell('changes', { changes }),
    reload: () => tell('reload'),
    lost: () => tell('lost'),
    end() {
      readable.end()
      // Whoever does not read what is left does not keep a process from leaving.
      setTimeout(() => readable.destroy(), LEAVE_MS).unref()
    },
  }
}
