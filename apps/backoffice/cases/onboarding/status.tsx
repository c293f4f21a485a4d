import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { onboardings } from './messages.ts'

const ofOnboarding: Record<string, Variant> = {
  invalid: 'warn',
  in_process: 'accent',
  in_process_delayed: 'warn',
  approved: 'accent',
  finished: 'good',
  rejected: 'bad',
  failed: 'bad',
  expired: 'warn',
}
export function OnboardingStatus({ status }: { status: string }) {
  return <Badge tone={ofOnboarding[status] ?? 'plain'}>{said(useMessages(onboardings).statuses, status)}</Badge>
}

const ofStep: Record<string, Variant> = {
  PROCESSING: 'accent',
  APPROVED: 'good',
  REJECTED: 'bad',
  ERROR: 'warn',
  MANUAL_REVIEW: 'warn',
}
export function StepStatus({ status }: { status: string }) {
  return <Badge tone={ofStep[status] ?? 'plain'}>{said(useMessages(onboardings).stepStatuses, status)}</Badge>
}

const ofFace: Record<string, Variant> = { IN_ANALYSIS: 'accent', APPROVED: 'good', REJECTED: 'bad' }
export function FaceStatus({ status }: { status: string }) {
  return <Badge tone={ofFace[status] ?? 'plain'}>{said(useMessages(onboardings).faceStatuses, status)}</Badge>
}
