import sql from 'sql-template-tag'
import type { CaseKind } from '../../../backoffice/cases/case-kind.ts'
import { absent, oneOf } from '../../../cases/case-rule.ts'

/** Steps in manual review. An onboarding that was returned to the integrator waits for no analyst. */
export const stepCases: CaseKind = {
  name: 'onboarding_step',
  table: 'onboarding_steps',
  of: 'product',
  waits: { status: oneOf('MANUAL_REVIEW'), finished_at: absent },
  // A return to the integrator ends the cases of its steps (`pauseSteps`); the end of an onboarding closes its steps.
  besides: sql`
    (select status from onboardings one where one.user_id = onboarding_steps.user_id
      and one.id = onboarding_steps.onboarding_id) in ('in_process', 'in_process_delayed', 'approved')`,
  since: 'updated_at',
  decidable: true,
  shows: {
    under_id: 'onboarding_id',
    opened_at: 'created_at',
    topic: 'name',
    subject: `(select full_name from onboardings one
      where one.user_id = onboarding_steps.user_id and one.id = onboarding_steps.onboarding_id)`,
  },
  foundBy: {
    document: (document) => sql`
      (user_id, onboarding_id) in (select user_id, id from onboardings where document || '' = ${document})`,
  },
  // Other onboardings with the same document are found through the onboarding, so that each appears once and not once
  // per step.
  documents: {
    of: ({ id, user_id }) => sql`
      select 'customer' as party, one.document from onboarding_steps step
      join onboardings one on one.user_id = step.user_id and one.id = step.onboarding_id
      where step.user_id = ${user_id} and step.id = ${id}`,
  },
}
