import Type from 'typebox'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import { consentKinds } from '../consents/consent-store.ts'
import { DocumentReply } from '../documents/document.ts'
import { LivenessRecord } from '../liveness/liveness.ts'
import { VideoRecord } from '../liveness/video.ts'
import { OnboardingRecord } from '../onboarding.ts'
import { RepresentativeReply } from '../representatives/representative.ts'
import { ShareholderReply } from '../shareholders/shareholder.ts'
import { onboardingStatuses } from '../status.ts'
import { StepRecord } from '../steps/step.ts'
import { AddressOfCase, day } from './person.ts'

/** The parts of an onboarding case, as the backoffice shows them. */

const Said = Type.Object(
  { at: DateTime, what: Type.String(), actor: Type.String(), reason: Type.Optional(Type.String()) },
  { title: 'SaidOfStep' },
)

const RegisterAnswer = Type.Object(
  {
    id: Uuid,
    document: Type.String({ description: 'The CPF or CNPJ that was queried.' }),
    verdict: openEnum(['APPROVED', 'REJECTED']),
    check_id: Type.String(),
    asked_at: DateTime,
    answered_at: DateTime,
    answer: Type.Optional(Type.String({ description: 'As it was received, once revealed.' })),
  },
  { title: 'RegisterAnswerOfCase' },
)

export const StepOfCase = Type.Object(
  {
    ...StepRecord.properties,
    version: Type.Integer({ description: 'The version to send as seen with a decision.' }),
    waits_for_analyst: Type.Boolean({ description: 'Whether it can be decided now.' }),
    answers: Type.Array(RegisterAnswer, { description: 'Of BC Protege+: the evidence kept, the oldest first.' }),
    said: Type.Array(Said, { description: 'Its history, with actors and reasons, in order.' }),
  },
  { title: 'StepOfCase' },
)

const Film = Type.Object(VideoRecord.properties, { title: 'FilmOfCase' })
export const FaceOfCase = Type.Object(
  { ...LivenessRecord.properties, films: Type.Array(Film, { description: 'Newest first.' }) },
  { title: 'FaceOfCase' },
)

export const ConsentOfCase = Type.Object(
  {
    id: Uuid,
    kind: openEnum(consentKinds),
    legal_representative_id: Type.Optional(
      Type.String({ ...Uuid, description: 'Absent where it is the person or company that is being onboarded.' }),
    ),
    version: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    text_sha256: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ description: 'Of LIVENESS: what the page showed.' })),
    accepted_at: Type.Optional(DateTime),
    ip_address: Type.Optional(Type.String({ description: 'Network address of the person, once revealed.' })),
    authenticated_user_id: Type.Optional(
      Type.String({ ...Uuid, description: 'Of TERMS: the user whose request states it.' }),
    ),
    request_id: Type.String(),
    recorded_at: DateTime,
  },
  { title: 'ConsentOfCase' },
)

export const PaperOfCase = Type.Object(DocumentReply.properties, { title: 'PaperOfCase' })
export const ShareholderOfCase = Type.Object(ShareholderReply.properties, { title: 'ShareholderOfCase' })
export const RepresentativeOfCase = Type.Object(
  { ...RepresentativeReply.properties, birth_date: day, address: AddressOfCase },
  { title: 'RepresentativeOfCase' },
)

const { id, person_type, full_name, document, status, failed_code, failed_message } = OnboardingRecord.properties
const { submitted_at, finished_at, created_at } = OnboardingRecord.properties
export const AnotherOnboarding = Type.Object(
  {
    id,
    person_type,
    full_name,
    document,
    status,
    failed_code,
    failed_message,
    submitted_at,
    finished_at,
    created_at,
  },
  { title: 'AnotherOnboarding' },
)

export const SameBytesOfCase = Type.Object(
  {
    file_id: Type.Unsafe<string>({ ...Uuid, description: 'Of this onboarding: one of its documents or videos.' }),
    onboarding_id: Type.Unsafe<string>({ ...Uuid, description: 'The other onboarding.' }),
    legal_representative_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'Who sent it there. Absent: the account holder.' }),
    ),
    name: Type.String(),
    document: Type.String(),
    status: openEnum(onboardingStatuses),
    sent_at: DateTime,
  },
  { title: 'SameBytesOfCase' },
)
