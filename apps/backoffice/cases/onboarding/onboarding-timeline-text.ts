import type { Variant } from '@eclusa/ui/components/badge.tsx'
import { type Language, said } from '@eclusa/ui/i18n/language.ts'
import type { TimelineFormatter } from '../../timeline/timeline-text.ts'
import { whoIs } from './actor.ts'
import { onboardings } from './messages.ts'
import { nameOf, type OnboardingRecord } from './record.ts'

const tones: Record<string, Variant> = {
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

/** The common part of activity and event names: users.onboarding.delayed becomes delayed. */
const plainly = (what: string) => what.replace(/^users\.onboarding\./, '').replace(/^users\.(\w+)\./, '$1_')

/** Timeline texts of an onboarding and its steps. */
export function onboardingTeller(
  language: Language,
  record: Pick<OnboardingRecord, 'steps' | 'representatives'>,
): TimelineFormatter {
  const say = onboardings[language]
  return {
    told: ({ what, actor }) => ({
      what: said(say.happened, plainly(what)),
      by: actor ? whoIs(say, actor) : said(say.actors, 'gateway'),
      tone: tones[plainly(what)] ?? 'plain',
    }),
    status: (status) => said(say.statuses, status),
    part: ({ step_id, legal_representative_id, details = {} }) => {
      const step = record.steps.find(({ id }) => id === (step_id ?? details['step_id']))
      const whose = nameOf(record, legal_representative_id ?? step?.legal_representative_id)
      return [step && said(say.steps, step.name), whose]
    },
  }
}
