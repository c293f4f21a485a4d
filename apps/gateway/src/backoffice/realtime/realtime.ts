import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Settings } from '../../platform/config/settings.ts'
import { type ListenHandle, listenOn } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Person } from '../auth/person.ts'
import { type CaseChange, CHANNEL, concerning, readPayload } from './change.ts'
import { tellChanges } from './change-store.ts'
import { streamsFull } from './errors.ts'
import type { liveSettings } from './settings.ts'
import { openStream, type Stream } from './stream.ts'

/** The longest delay of a message: shorter than a person notices. */
const TELL_MS = 250
const AFTER_ERROR_MS = 2_000
/** A person has a few windows open. A loop that opens one after the other has more. */
const STREAMS_PER_PERSON_MAX = 8

/** Realtime updates (SSE): the streams of this process, and the one connection on which it receives notifications. */
export interface Live {
  /** `again` validates the session and returns the person, or throws. */
  watch: (person: Person, again: () => Promise<Person>) => Readable
  close: () => Promise<void>
}

interface RealtimeDeps {
  pool: pg.Pool
  connectionString: string
  settings: Settings<typeof liveSettings>
  log: Log
}

/** Listens while there is a stream: a desk without watchers needs no connection for it. */
export function createRealtime({ pool, connectionString, settings, log }: RealtimeDeps): Live {
  /** The streams, each with the person as of the last validation. */
  const streams = new Map<Stream, Person>()
  const stop = new AbortController()
  let listening: ListenHandle | undefined
  let telling: Promise<void> | undefined
  let hears = false

  const everybody = (say: (stream: Stream) => void) => {
    for (const stream of streams.keys()) say(stream)
  }
  const tell = (changes: CaseChange[] | 'many') => {
    if (changes === 'many') return everybody((stream) => stream.reload())
    for (const [stream, { roles }] of streams) {
      const told = concerning(roles, changes)
      if (told.length > 0) stream.changes(told)
    }
  }

  const listen = () =>
    listenOn(
      { connectionString, name: 'eclusa-desk-live', channel: CHANNEL },
      {
        heard: (payload) => tell(readPayload(payload)),
        begun() {
          hears = true
          everybody((stream) => stream.reload())
        },
        lost() {
          hears = false
          log.warn('live_connection_lost')
          everybody((stream) => stream.lost())
        },
      },
    )

  /** While there are streams. Other processes are notified too, and take changes in turn. */
  const tellOn = async () => {
    while (streams.size > 0 && !stop.signal.aborted) {
      const more = await tellChanges(pool).catch((error: unknown) => {
        log.warn('live_changes_not_told', { error_code: (error as { code?: string }).code })
        return pause(AFTER_ERROR_MS, false, { signal: stop.signal }).catch(() => false)
      })
      if (!more) await pause(TELL_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
    telling = undefined
  }

  return {
    watch(person, again) {
      const own = [...streams.values()].filter(({ id }) => id === person.id).length
      if (stop.signal.aborted || own >= STREAMS_PER_PERSON_MAX || streams.size >= settings.DESK_LIVE_STREAMS)
        throw streamsFull({ headers: { 'retry-after': '30' } })
      const stream = openStream({
        async again() {
          const now = await again()
          if (streams.has(stream)) streams.set(stream, now)
          return now
        },
        everyMs: settings.DESK_LIVE_SECONDS * 1000,
        left: () => streams.delete(stream),
      })
      streams.set(stream, person)
      listening ??= listen()
      telling ??= tellOn()
      // Otherwise it is sent as soon as there is a connection.
      if (hears) stream.reload()
      return stream.readable
    },
    async close() {
      stop.abort()
      everybody((stream) => stream.end())
      await telling
      await listening?.close()
    },
  }
}
