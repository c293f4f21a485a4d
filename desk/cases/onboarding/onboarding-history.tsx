import type { Schemas } from '../../contract/client.ts'
import type { Tone } from '../../parts/badge.tsx'
import { type Happening, Timeline } from '../../parts/timeline.tsx'
import { useDid } from '../../words/did.ts'
import { said, useWords } from '../../words/language.ts'
import { shared } from '../../words/shared.ts'
import type { Shown } from '../kind.ts'
import { whoIs } from './actor.ts'
import { nameOf, type OnboardingRecord } from './record.ts'
import { onboardings } from './words.ts'

type Entry = Schemas['TimelineEntry']

const tones: Record<string, Tone> = {
  step_approved: 'good',
  checks_approved: 'good',
  finished: 'good',
  step_rejected: 'bad',
  rejected: 'bad',
  failed: 'bad',
  step_sent_to_review: 'warn',
  step_unheard: 'warn',
  delayed: 'warn',
  resubmission_asked: 'warn',
}

/** The name that activity and events have in common: users.onboarding.delayed is delayed. */
const plainly = (what: string) => what.replace(/^users\.onboarding\./, '').replace(/^users\.(\w+)\./, '$1_')

/** What happened to an onboarding, each thing once: by the journal where somebody of the desk did it, else by who noted it. */
function told(timeline: Entry[]): Entry[] {
  const by = (source: string) => timeline.filter(({ told_by }) => told_by === source)
  const acts = new Set(by('journal').map(({ request_id }) => request_id))
  const noted = new Set(by('activity').map(({ request_id, what }) => `${request_id} ${what}`))
  return timeline.filter(({ told_by, request_id, what, actor = '' }) => {
    if (told_by === 'activity') return !(acts.has(request_id) && actor.startsWith('analyst'))
    return told_by === 'journal' || !noted.has(`${request_id} ${plainly(what)}`)
  })
}

export function OnboardingHistory({ record }: Shown<OnboardingRecord>) {
  const say = useWords(onboardings)
  const did = useDid()
  const { roles } = useWords(shared)
  const stepOf = (id: unknown) => record.steps.find((step) => step.id === id)

  function happening(entry: Entry, index: number): Happening {
    const { at, told_by, what, actor, role, reason, status, details = {} } = entry
    const step = stepOf(entry.step_id ?? details['step_id'])
    const whose = nameOf(record, entry.legal_representative_id ?? step?.legal_representative_id)
    const moved = Array.isArray(details['status']) ? details['status'].map(String) : []
    const isAct = told_by === 'journal'
    return {
      key: `${at} ${index}`,
      at,
      what: isAct ? did({ operation: what, changes: details }) : said(say.happened, plainly(what)),
      by: isAct ? `${actor} (${said(roles, role ?? '')})` : actor ? whoIs(say, actor) : say.actors['gateway'],
      reason,
      detail: [
        step && said(say.steps, step.name),
        whose,
        isAct && moved.length > 0 && moved.map((one) => said(say.statuses, one)).join(' → '),
        told_by === 'activity' && status && said(say.statuses, status),
      ]
        .filter(Boolean)
        .join(' · '),
      tone: isAct ? 'accent' : (tones[plainly(what)] ?? 'plain'),
    }
  }
  return <Timeline happenings={folded(told(record.timeline).map(happening)).toReversed()} />
}

/** The same several times in a row is said once, as of the last time. */
function folded(happenings: Happening[]): Happening[] {
  const runs: Happening[][] = []
  for (const one of happenings) {
    const run = runs.at(-1)
    if (run && alike(run[0]!) === alike(one)) run.push(one)
    else runs.push([one])
  }
  return runs.map((run) => {
    const last = run.at(-1)!
    return run.length === 1 ? last : { ...last, what: `${last.what} (${run.length}×)` }
  })
}
const alike = ({ what, by, reason, detail }: Happening) => JSON.stringify([what, by, reason, detail])
