import { BEFORE_EVERY_ID } from '../../platform/ids.ts'
import type { Walk, WrongRecord } from './verify-records.ts'

const BATCH = 1_000

/**
 * Values without an event of their own, which the history of another object contains: the decision on a step and the
 * resulting user of an account, in that of the onboarding, and the decision on a liveness check, in that of its step.
 */
const checks = {
  onboarding_steps: `row.status in ('APPROVED', 'REJECTED') and not exists (
    select from eclusa.onboarding_activity noted
    where noted.user_id = row.user_id and noted.onboarding_id = row.onboarding_id and noted.step_id = row.id
      and noted.what = case row.status when 'APPROVED' then 'step_approved' else 'step_rejected' end)`,
  liveness_checks: `row.status in ('APPROVED', 'REJECTED') and not exists (
    select from eclusa.onboarding_activity noted
    join eclusa.onboarding_steps step on step.user_id = noted.user_id and step.onboarding_id = noted.onboarding_id
      and step.id = noted.step_id
    where noted.user_id = row.user_id and noted.onboarding_id = row.onboarding_id and step.name = 'LIVENESS'
      and step.legal_representative_id is not distinct from row.legal_representative_id
      and noted.what = case row.status when 'APPROVED' then 'step_approved' else 'step_rejected' end)`,
  user_accounts: `(row.target_user_id is not null or row.state = 'active') and not exists (
    select from eclusa.onboardings told
    where told.user_id = row.user_id and told.account_id = row.id and told.status = 'finished'
      and coalesce(told.target_user_id, row.target_user_id) = row.target_user_id
      and coalesce(told.default_wallet_id, row.default_wallet_id) is not distinct from row.default_wallet_id)`,
}

export const judgedTables = Object.keys(checks) as (keyof typeof checks)[]
const keys = {
  onboarding_steps: ['user_id', 'onboarding_id', 'id'],
  liveness_checks: ['user_id', 'onboarding_id', 'id'],
  user_accounts: ['user_id', 'id'],
} as const

export function walkVerdicts(table: keyof typeof checks): Walk {
  const key = keys[table].map((column) => `row.${column}`).join(', ')
  const places = keys[table].map((_, place) => `$${place + 1}`).join(', ')
  return async (db, found) => {
    let after: string[] = keys[table].map(() => BEFORE_EVERY_ID)
    for (;;) {
      const { rows } = await db.query<{ key: string[]; user_id: string; id: string; unnoted: boolean }>(
        `select array[${key}]::text[] as key, row.user_id, row.id, ${checks[table]} as unnoted from eclusa.${table} row
         where (${key}) > (${places}) order by ${key} limit ${BATCH}`,
        after,
      )
      const wrong = rows
        .filter(({ unnoted }) => unnoted)
        .map(({ user_id, id }): WrongRecord => ({ table, user_id, id, reason: 'UNNOTED' }))
      found({ rows: rows.length, wrong })
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = last.key
    }
  }
}
