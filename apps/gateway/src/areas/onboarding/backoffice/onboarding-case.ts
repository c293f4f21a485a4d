import Type from 'typebox'
import { masked } from '../../../backoffice/masked.ts'
import { TimelineEntry } from '../../../backoffice/timeline/entry.ts'
import { newest, readTimeline, withoutPeople } from '../../../backoffice/timeline/timeline-store.ts'
import { Uuid } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import { findAccount } from '../accounts/account-store.ts'
import { activityOf } from '../activity-store.ts'
import { consentsOf } from '../consents/consent-store.ts'
import { documentsOf } from '../documents/document-store.ts'
import { inWords } from '../failed-messages.ts'
import { livenessesOf } from '../liveness/liveness-store.ts'
import { videosOf } from '../liveness/video-store.ts'
import { OnboardingRecord, progress, shown } from '../onboarding.ts'
import { sameDocument } from '../onboarding-list-store.ts'
import { findOnboarding } from '../onboarding-store.ts'
import { representativeShown } from '../representatives/representative.ts'
import { representativesOf } from '../representatives/representative-store.ts'
import { shareholderShown } from '../shareholders/shareholder.ts'
import { shareholdersOf } from '../shareholders/shareholder-store.ts'
import { isJudged } from '../status.ts'
import { bcProtegeAnswersOf } from '../steps/bc-protege-store.ts'
import { waitsForAnalyst } from '../steps/review-step.ts'
import { findSameBytes } from '../steps/same-bytes-store.ts'
import { stepsOf } from '../steps/step-store.ts'
import type { OnboardingMasking } from './masking.ts'
import {
  AnotherOnboarding,
  ConsentOfCase,
  FaceOfCase,
  PaperOfCase,
  RepresentativeOfCase,
  SameBytesOfCase,
  ShareholderOfCase,
  StepOfCase,
} from './parts.ts'
import { PersonOfCase, personOf } from './person.ts'
import { onboardingStory } from './timeline.ts'

const { id, product_id, account_id, person_type, liveness_method } = OnboardingRecord.properties

export const OnboardingCase = Type.Object(
  {
    user_id: Uuid,
    revealed: Type.Boolean({ description: 'Whether personal data is shown or masked.' }),
    onboarding: Type.Object(
      { id, product_id, account_id, person_type, liveness_method, ...progress, version: Type.Integer() },
      { title: 'OnboardingOfCase' },
    ),
    person: PersonOfCase,
    steps: Type.Array(StepOfCase, { description: 'In the order they are taken.' }),
    faces: Type.Array(FaceOfCase),
    papers: Type.Array(PaperOfCase),
    consents: Type.Array(ConsentOfCase, {
      description: 'Evidence, the oldest first: TERMS as the integrator states it, LIVENESS as our page recorded it.',
    }),
    shareholders: Type.Array(ShareholderOfCase),
    representatives: Type.Array(RepresentativeOfCase),
    same_document: Type.Array(AnotherOnboarding, { description: 'Of the same user and document, the newest first.' }),
    same_bytes: Type.Array(SameBytesOfCase, {
      description: 'Documents and videos that another person of the same user also sent, newest first.',
    }),
    timeline: Type.Array(TimelineEntry, { description: 'The end of what happened, in order.' }),
  },
  { title: 'OnboardingCase' },
)

const SAME_BYTES_MAX = 20

/** All data that a decision about an onboarding is based on. Returns undefined when there is no such onboarding. */
export async function readOnboardingCase(tx: Tx, onboarding_id: string) {
  const onboarding = await findOnboarding(tx, onboarding_id)
  if (!onboarding) return undefined
  const { user_id } = tx.scope
  const [account, steps, answers, faces, films, papers, consents] = await Promise.all([
    findAccount(tx, onboarding.product_id, onboarding.account_id),
    stepsOf(tx, onboarding_id),
    bcProtegeAnswersOf(tx, onboarding_id),
    livenessesOf(tx, onboarding_id),
    videosOf(tx, onboarding_id),
    documentsOf(tx, onboarding_id),
    consentsOf(tx, onboarding_id),
  ])
  const file_ids = [...papers, ...films].map(({ file_id }) => file_id)
  const [shareholders, representatives, others, sameBytes, activity, story] = await Promise.all([
    shareholdersOf(tx, onboarding_id),
    representativesOf(tx, onboarding_id),
    sameDocument(tx, onboarding),
    findSameBytes(tx, file_ids, SAME_BYTES_MAX),
    activityOf(tx, onboarding_id),
    readTimeline(tx, onboardingStory, { id: onboarding_id, user_id }, newest, true),
  ])
  const people = { account, shareholders, representatives, others, sameBytes }
  return { user_id, onboarding, ...people, steps, answers, faces, films, papers, consents, activity, story }
}

export type ReadCase = NonNullable<Awaited<ReturnType<typeof readOnboardingCase>>>

export function shownOnboardingCase(read: ReadCase, sight: OnboardingMasking) {
  const { user_id, onboarding, account, steps, faces, films, papers, shareholders, representatives, others } = read
  const written = (reason: string | null) => (sight.revealed ? reason : reason && masked.text(reason))
  return {
    user_id,
    revealed: sight.revealed,
    onboarding: shown(onboarding),
    person: sight.person(personOf(onboarding, account)),
    steps: steps.map((step) => ({
      ...step,
      answers: read.answers.filter(({ step_id }) => step_id === step.id).map(sight.registerAnswer),
      waits_for_analyst: isJudged(onboarding.status) && waitsForAnalyst(step),
      said: read.activity
        .filter(({ step_id }) => step_id === step.id)
        .map(({ created_at: at, what, actor, reason }) => ({ at, what, actor, reason: written(reason) })),
    })),
    faces: faces.map((face) => ({ ...face, films: films.filter(({ liveness_id }) => liveness_id === face.id) })),
    papers: papers.map(sight.paper),
    consents: read.consents.map(sight.consent),
    shareholders: shareholders.map((one) => sight.shareholder(shareholderShown(one))),
    representatives: representatives.map((one) => sight.representative(representativeShown(one))),
    same_document: others.map((other) => ({ ...sight.another(other), failed_message: inWords(other.failed_message) })),
    same_bytes: read.sameBytes.map(sight.sameBytes),
    timeline: (sight.revealed ? read.story : read.story.map(withoutPeople)).toReversed(),
  }
}
