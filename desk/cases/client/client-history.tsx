import type { Schemas } from '../../contract/client.ts'
import { type Happening, Timeline } from '../../parts/timeline.tsx'
import { useDid } from '../../words/did.ts'
import { said, useWords } from '../../words/language.ts'
import { shared } from '../../words/shared.ts'
import { clients } from './words.ts'

type Told = Pick<Schemas['ClientCase'], 'history' | 'journal'>

/** What happened to a client and its accounts, and what people of the desk did about it, in one line of time. */
export function ClientHistory({ record: { history, journal } }: { record: Told }) {
  const say = useWords(clients)
  const did = useDid()
  const { roles } = useWords(shared)
  // A person's act is told once: by the journal, which knows who it was.
  const byPeople = new Set(journal.map(({ request_id }) => request_id))
  const events: Happening[] = history
    .filter(({ request_id }) => !byPeople.has(request_id))
    .map(({ sequence, event_created_at, event_type, source, status, metadata }) => ({
      key: `history ${sequence}`,
      at: event_created_at,
      what: `${said(say.events, event_type)} · ${said(say.statuses, status)}`,
      by: said(say.sources, source),
      reason: typeof metadata['reason'] === 'string' ? metadata['reason'] : undefined,
    }))
  const acts: Happening[] = journal.map(({ sequence, at, operation, actor_name, role, reason, changes }) => ({
    key: `journal ${sequence}`,
    at,
    what: did({ operation, changes }),
    by: `${actor_name} (${said(roles, role)})`,
    reason,
    detail: Array.isArray(changes['status'])
      ? changes['status'].map((status) => said(say.statuses, String(status))).join(' → ')
      : undefined,
    tone: 'accent',
  }))
  return <Timeline happenings={[...events, ...acts].toSorted((one, other) => other.at.localeCompare(one.at))} />
}
