import { PassThrough, type Readable } from 'node:stream'
import { Fault } from '../../platform/errors/fault.ts'
import type { Person } from '../auth/person.ts'
import type { CaseChange } from './change.ts'

/** The most bytes a reader may leave unread. A slower reader is disconnected and reads everything when it connects again. */
const UNREAD_BYTES_MAX = 64 * 1024
/** Random reconnect delay, so that browsers do not all connect in the same moment. */
const RETRY_MS = 1_000
const RETRY_SPREAD_MS = 2_000

const LEAVE_MS = 500

/** One event stream: its messages, until the client closes it or loses its access. */
export interface Stream {
  readable: Readable
  changes: (changes: CaseChange[]) => void
  /** Everything has to be read again. From here on changes are sent. */
  reload: () => void
  /** Nothing is sent for now. */
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
      // Their access cannot be checked while the database is unavailable. It is checked again later.
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
      // A slow reader must not delay the shutdown of the process.
      setTimeout(() => readable.destroy(), LEAVE_MS).unref()
    },
  }
}
