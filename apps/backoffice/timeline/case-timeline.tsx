import { listOf } from '@eclusa/ui/api/lists.ts'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { type Happening, Timeline } from '@eclusa/ui/components/timeline.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answer, desk } from '../api/client.ts'
import { useDid } from '../i18n/action-label.ts'
import { timelines } from './messages.ts'
import type { ShownTimelineEntry, TimelineFormatter, TimelineKey } from './timeline-text.ts'

interface CaseTimelineProps {
  /** The query key of the case, so that its timeline is read again with it. */
  caseKey: QueryKey
  story: TimelineKey
  teller: TimelineFormatter
  /** Whether the current person has revealed it: then free text is shown unmasked. */
  revealed: boolean
  /** A filter of the entries. All of them when absent. */
  only?: (entry: ShownTimelineEntry) => boolean
  /** The text of an empty timeline. */
  empty?: string
}

const timelineOf = (caseKey: QueryKey, { kind, id, user_id }: TimelineKey, revealed: boolean) =>
  listOf<ShownTimelineEntry>([...caseKey, 'timeline', revealed], (asked) =>
    answer(
      desk.GET('/v1/timelines/{kind}/{id}', {
        params: { path: { kind, id }, query: { ...asked, ...(user_id && { user_id }), ...(revealed && { revealed }) } },
      }),
    ),
  )

/** The timeline of a case, with actors, newest first. */
export function CaseTimeline({ caseKey, story, teller, revealed, only = () => true, empty }: CaseTimelineProps) {
  const say = useMessages(timelines)
  const happeningOf = useHappening(teller)
  const list = useInfiniteQuery({ ...timelineOf(caseKey, story, revealed), placeholderData: keepPreviousData })
  return (
    <Listed list={list}>
      {(entries) => {
        const told = entries.filter(only)
        if (told.length === 0) return <p>{empty ?? say.nothingYet}</p>
        return <Timeline happenings={folded(told.map(happeningOf))} />
      }}
    </Listed>
  )
}

function useHappening(teller: TimelineFormatter): (entry: ShownTimelineEntry) => Happening {
  const say = useMessages(timelines)
  const did = useDid()
  const { roles } = useMessages(shared)
  return (entry) => {
    const { id, at, told_by, what, actor = '', role, reason, status, details = {}, proposal_id } = entry
    const isAct = told_by === 'journal'
    const sides = (name: string) => (Array.isArray(details[name]) ? (details[name] as unknown[]) : [])
    const moved = sides('status').map((one) => teller.status(String(one)))
    const hands = sides('assigned_name').map((name) => (typeof name === 'string' ? name : say.nobody))
    const proposed = details['proposed_by_name']
    const parts = [
      ...(teller.part?.(entry) ?? []),
      moved.join(' → '),
      hands.join(' → '),
      !isAct && status ? teller.status(status) : '',
      typeof proposed === 'string' ? say.proposedBy(proposed) : '',
    ].filter(Boolean)
    return {
      key: id,
      at,
      ...(isAct
        ? {
            what: did({ operation: what, changes: details }),
            by: `${actor} (${said(roles, role ?? '')})`,
            tone: 'accent' as const,
          }
        : teller.told(entry)),
      reason,
      detail: (parts.length > 0 || proposal_id) && (
        <>
          {parts.join(' · ')}
          {parts.length > 0 && proposal_id && ' · '}
          {proposal_id && (
            <Link to="/proposals/$id" params={{ id: proposal_id }}>
              {say.proposal}
            </Link>
          )}
        </>
      ),
      alike: isAct && proposal_id ? id : JSON.stringify([what, actor, reason, parts]),
    }
  }
}

/** Consecutive equal entries are shown once, with the time of the last. */
function folded(happenings: Happening[]): Happening[] {
  const runs: Happening[][] = []
  for (const one of happenings) {
    const run = runs.at(-1)
    if (run && run[0]!.alike !== undefined && run[0]!.alike === one.alike) run.push(one)
    else runs.push([one])
  }
  return runs.map((run) => (run.length === 1 ? run[0]! : { ...run[0]!, what: `${run[0]!.what} (${run.length}×)` }))
}
