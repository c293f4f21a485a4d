import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Drawn } from './draw-onboarding.ts'

/** Everything an operator may see of how an onboarding went: ids, states and times. */
export async function findHistory(operator: pg.Pool, id: string): Promise<Drawn | undefined> {
  const onboardings = await operator.query<Drawn['onboarding']>(sql`
    select user_id, id, person_type, status, document, failed_code, failed_message, rejected_legal_representative_id,
      submitted_at, finished_at, expires_at, created_at
    from onboardings where id = ${id}`)
  const [onboarding] = onboardings.rows
  if (!onboarding) return undefined
  const its = sql`user_id = ${onboarding.user_id} and onboarding_id = ${id}`
  const [steps, faces, activity] = await Promise.all([
    operator.query<Drawn['steps'][number]>(sql`
      select id, name, status, "order", legal_representative_id, attempts, reason, version, next_action_at, finished_at
      from onboarding_steps where ${its} order by "order", id`),
    operator.query<Drawn['faces'][number]>(sql`
      select legal_representative_id, status, method, submitted_at from livenesses where ${its} order by id`),
    operator.query<Drawn['activity'][number]>(sql`
      select what, status, step_id, actor, reason, created_at from onboarding_activity
      where ${its} order by created_at, id`),
  ])
  return { onboarding, steps: steps.rows, faces: faces.rows, activity: activity.rows }
}
