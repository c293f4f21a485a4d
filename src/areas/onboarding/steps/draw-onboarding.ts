import type { Liveness } from '../liveness/liveness.ts'
import type { Onboarding } from '../onboarding.ts'
import type { Step } from './step.ts'

export interface Drawn {
  onboarding: Pick<
    Onboarding,
    | 'id'
    | 'person_type'
    | 'status'
    | 'document'
    | 'failed_code'
    | 'failed_message'
    | 'rejected_legal_representative_id'
    | 'submitted_at'
    | 'finished_at'
    | 'expires_at'
    | 'created_at'
  >
  steps: Pick<
    Step,
    | 'id'
    | 'name'
    | 'status'
    | 'order'
    | 'legal_representative_id'
    | 'attempts'
    | 'reason'
    | 'version'
    | 'next_action_at'
    | 'finished_at'
  >[]
  faces: Pick<Liveness, 'legal_representative_id' | 'status' | 'method' | 'submitted_at'>[]
  activity: {
    what: string
    status: string
    step_id: string | null
    actor: string
    reason: string | null
    created_at: string
  }[]
}

const marks: Record<Step['status'], string> = {
  APPROVED: '✔',
  REJECTED: '✘',
  MANUAL_REVIEW: '?',
  ERROR: '!',
  PROCESSING: '…',
  PENDING: '·',
}

/** How an onboarding went, for a terminal. */
export function drawOnboarding({ onboarding, steps, faces, activity }: Drawn): string {
  const { id, person_type, status, document, failed_code, failed_message, expires_at } = onboarding
  const why = [failed_code, failed_message].filter(Boolean).join(': ')
  const head = [
    `Onboarding ${id}`,
    `${status}${why && ` (${why})`}${expires_at ? `, until ${expires_at}` : ''}`,
    `${person_type} ${document}`,
  ]
  const nameOf = (step_id: string | null) => steps.find((step) => step.id === step_id)
  const who = (representative: string | null) => (representative ? ` of ${representative}` : '')
  const taken = steps.map((step) => {
    const tries = step.attempts > 1 ? `, asked ${step.attempts} times` : ''
    const waits = step.status === 'MANUAL_REVIEW' || step.status === 'ERROR'
    const handle = waits ? `  [${step.id} --seen ${step.version}]` : ''
    const reason = step.reason ? ` (${step.reason})` : ''
    return `  ${marks[step.status]} ${step.order} ${step.name}${who(step.legal_representative_id)}  ${step.status}${reason}${tries}${handle}`
  })
  const seen = faces.map(
    (face) =>
      `  ${face.method} ${face.status}${who(face.legal_representative_id)}${face.submitted_at ? `, sent ${face.submitted_at}` : ''}`,
  )
  const timeline = activity.map((entry, index) => {
    const mark = index === activity.length - 1 ? '●' : '○'
    const step = nameOf(entry.step_id)
    const about = step ? ` ${step.name}${who(step.legal_representative_id)}` : ''
    const reason = entry.reason ? `: ${entry.reason}` : ''
    return `  ${mark} ${entry.created_at}  ${entry.what}${about}, by ${entry.actor}${reason}  → ${entry.status}`
  })
  const section = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : [])
  return [...head, ...section('Steps', taken), ...section('Faces', seen), ...section('Timeline', timeline), ''].join(
    '\n',
  )
}
