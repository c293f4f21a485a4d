import type { Liveness } from '../liveness/liveness.ts'
import type { Onboarding } from '../onboarding.ts'
import type { Step } from './step.ts'

export interface OnboardingDrawing {
  onboarding: { user_id: string } & Pick<
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
    | 'shareholder_id'
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

/** Renders the history of an onboarding for a terminal. */
export function drawOnboarding({ onboarding, steps, faces, activity }: OnboardingDrawing): string {
  const { user_id, id, person_type, status, document, failed_code, failed_message, expires_at } = onboarding
  const why = [failed_code, failed_message].filter(Boolean).join(': ')
  return [
    `Onboarding ${id} of the user ${user_id}`,
    `${status}${why && ` (${why})`}${expires_at ? `, until ${expires_at}` : ''}`,
    `${person_type} ${document}`,
    ...section('Steps', steps.map(drawStep)),
    ...section('Faces', faces.map(drawFace)),
    ...section(
      'Timeline',
      activity.map((entry, index) => `  ${index === activity.length - 1 ? '●' : '○'} ${drawEntry(entry, steps)}`),
    ),
    '',
  ].join('\n')
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines] : []
}

const of = (representative: string | null) => (representative ? ` of ${representative}` : '')

/** A step in manual review is shown with the arguments that its decision requires. */
function drawStep(step: OnboardingDrawing['steps'][number]): string {
  const { id, name, status, order, attempts, reason, version } = step
  const waits = status === 'MANUAL_REVIEW' || status === 'ERROR'
  return [
    `  ${marks[status]} ${order} ${name}${of(step.legal_representative_id ?? step.shareholder_id)}  ${status}`,
    reason ? ` (${reason})` : '',
    attempts > 1 ? `, asked ${attempts} times` : '',
    waits ? `  [${id} --seen ${version}]` : '',
  ].join('')
}

function drawFace({
  method,
  status,
  legal_representative_id,
  submitted_at,
}: OnboardingDrawing['faces'][number]): string {
  return `  ${method} ${status}${of(legal_representative_id)}${submitted_at ? `, sent ${submitted_at}` : ''}`
}

function drawEntry(entry: OnboardingDrawing['activity'][number], steps: OnboardingDrawing['steps']): string {
  const step = steps.find(({ id }) => id === entry.step_id)
  const about = step ? ` ${step.name}${of(step.legal_representative_id ?? step.shareholder_id)}` : ''
  const reason = entry.reason ? `: ${entry.reason}` : ''
  return `${entry.created_at}  ${entry.what}${about}, by ${entry.actor}${reason}  → ${entry.status}`
}
