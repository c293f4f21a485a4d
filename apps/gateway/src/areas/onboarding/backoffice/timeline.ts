import sql from 'sql-template-tag'
import { viewerRoles } from '../../../backoffice/role.ts'
import {
  eventEntries,
  ofUser,
  type TimelineSource,
  timelineQuery,
} from '../../../backoffice/timeline/timeline-source.ts'

/**
 * The timeline of an onboarding. When an activity entry and an event describe the same change, the entry is used,
 * because it contains the actor and the reason.
 */
export const onboardingStory: TimelineSource = {
  name: 'onboarding',
  roles: viewerRoles,
  revealedBy: 'revealOnboarding',
  there: (hero) => ofUser('onboardings', hero),
  // A step can be assigned to an analyst; decisions about it are recorded for its onboarding.
  besides: ({ id, user_id }) => [
    sql`subject_type = 'onboarding_step' and subject_id in (
      select step.id::text from onboarding_steps step where step.user_id = ${user_id} and step.onboarding_id = ${id})`,
  ],
  told: (hero, acts) => [
    timelineQuery(
      {
        by: 'activity',
        order: 'id::text',
        at: 'created_at',
        what: 'what',
        actor: 'actor',
        reason: 'reason',
        status: 'status',
        step_id: 'step_id',
        legal_representative_id: 'legal_representative_id',
      },
      sql`from onboarding_activity where user_id = ${hero.user_id} and onboarding_id = ${hero.id}
        and not (actor like 'analyst%' and request_id = any(${acts}::text[]))`,
    ),
    eventEntries(
      'onboardings',
      'users',
      hero,
      acts,
      sql`and (request_id, type) not in (
        select noted.request_id, unnest(array['users.onboarding.' || noted.what, 'users.' || replace(noted.what, '_', '.')])
        from onboarding_activity noted where noted.user_id = ${hero.user_id} and noted.onboarding_id = ${hero.id})`,
    ),
  ],
}
