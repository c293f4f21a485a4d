import { answer, desk } from '../../api/client.ts'
import type { CaseKey } from '../case-key.ts'
import { kindView } from '../kind.ts'
import { OnboardingDecision } from './onboarding-decision.tsx'
import { OnboardingPapers } from './onboarding-documents.tsx'
import { OnboardingFacts } from './onboarding-facts.tsx'
import { onboardingTeller } from './onboarding-timeline-text.ts'
import type { OnboardingRecord } from './record.ts'
import { OnboardingStatus } from './status.tsx'

/** One page with two names: an onboarding itself, and one with an open step, which the queue identifies by the step. */
const viewBy = (idOf: (key: CaseKey) => string, more: { unqueued?: true } = {}) =>
  kindView<OnboardingRecord>({
    ...more,
    read: (key) => answer(desk.GET('/v1/onboardings/{id}', { params: { path: { id: idOf(key) } } })),
    reveal: (key, reason) =>
      answer(desk.POST('/v1/onboardings/{id}/reveal', { params: { path: { id: idOf(key) } }, body: { reason } })),
    versionOf: ({ onboarding, steps, faces }) =>
      [
        onboarding.version,
        ...steps.map(({ id, version }) => `${id} ${version}`),
        ...faces.map(({ id, updated_at }) => `${id} ${updated_at}`),
      ].join(),
    Head: ({ record }) => OnboardingStatus({ status: record.onboarding.status }),
    Facts: OnboardingFacts,
    Papers: OnboardingPapers,
    Decision: OnboardingDecision,
    storyOf: ({ onboarding, user_id }) => ({ kind: 'onboarding', id: onboarding.id, user_id }),
    tellerOf: onboardingTeller,
  })

export const onboardingView = viewBy(({ id }) => id, { unqueued: true })
export const stepView = viewBy(({ id, under_id }) => under_id ?? id)
