import type { CasePartProps } from '../kind.ts'
import { ConsentsPanel } from './consents-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { FacesPanel } from './liveness-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import type { OnboardingRecord } from './record.ts'
import { SameBytes } from './same-bytes.tsx'
import { SameDocument } from './same-document.tsx'
import { StepsPanel } from './steps-panel.tsx'

/**
 * The facts for deciding on an onboarding: documents and videos, results of checks, owners of a company, and earlier
 * onboardings.
 */
export function OnboardingPapers(shown: CasePartProps<OnboardingRecord>) {
  const { record } = shown
  return (
    <>
      <FilesPanel {...shown} />
      <StepsPanel {...shown} />
      {record.onboarding.person_type === 'LEGAL_PERSON' && <PeoplePanel {...shown} />}
      {record.faces.length > 0 && <FacesPanel {...shown} />}
      {record.consents.length > 0 && <ConsentsPanel {...shown} />}
      {record.same_bytes.length > 0 && <SameBytes {...shown} />}
      <SameDocument {...shown} />
    </>
  )
}
