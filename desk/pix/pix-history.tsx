import type { Schemas } from '../contract/client.ts'
import { type Happening, Timeline } from '../parts/timeline.tsx'
import { useDid } from '../words/did.ts'
import { said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { pix } from './words.ts'

interface Told {
  events: Schemas['EventOfCase'][]
  journal: Schemas['JournalEntryOfCase'][]
}

/** What was told of a record, and what people of the desk did about it, in one line of time. */
export function PixHistory({ record: { events, journal } }: { record: Told }) {
  const say = useWords(pix)
  const did = useDid()
  const { roles } = useWords(shared)
  const told: Happening[] = events.map(({ type, sequence, created_at }) => ({
    key: `event ${sequence}`,
    at: created_at,
    // The words are those of the last part: which kind of record it is the page has said.
    what: said(say.events, type.slice(type.lastIndexOf('.') + 1)),
    by: say.gateway,
  }))
  const acts: Happening[] = journal.map(({ sequence, at, operation, changes, actor_name, role, reason }) => ({
    key: `journal ${sequence}`,
    at,
    what: did({ operation, changes }),
    by: `${actor_name} (${said(roles, role)})`,
    reason,
    tone: 'accent',
  }))
  const happenings = [...told, ...acts].toSorted((one, other) => other.at.localeCompare(one.at))
  return happenings.length === 0 ? <p>{say.nothingYet}</p> : <Timeline happenings={happenings} />
}
