import { expect } from 'vitest'
import type { TestGateway, TestResponse, TestUser } from './gateway.ts'

const tables = [
  'user_accounts',
  'onboardings',
  'shareholders',
  'legal_representatives',
  'onboarding_documents',
  'onboarding_steps',
  'onboarding_activity',
  'onboarding_consents',
  'liveness_checks',
  'liveness_videos',
  'events',
] as const

type Rows = Record<string, unknown>[]
export type PeopleState = Record<(typeof tables)[number] | 'claims', Rows>

/** Everything that onboarding people writes about a user: a rejection must leave it unchanged. */
export async function peopleState(gateway: TestGateway, { user_id }: TestUser): Promise<PeopleState> {
  const read = async (text: string) => (await gateway.db.admin.query<Record<string, unknown>>(text, [user_id])).rows
  const rows = tables.map(async (table) => [table, await read(`select * from ${table} where user_id = $1 order by id`)])
  const claims = await read('select count(*) from replay_claims where user_id = $1')
  return { ...Object.fromEntries(await Promise.all(rows)), claims } as PeopleState
}

/** The events of one object, in order. */
export const toldOf = ({ events }: PeopleState, object_id: unknown) =>
  events
    .filter((event) => event['object_id'] === object_id)
    .toSorted((one, other) => Number(one['sequence']) - Number(other['sequence']))
    .map(({ type, sequence }) => [Number(sequence), type])

/** A rejection that changes nothing. */
export async function expectRefused(
  state: () => Promise<PeopleState>,
  ask: () => Promise<TestResponse>,
  status: number,
  code: string,
): Promise<TestResponse> {
  const before = await state()
  const answer = await ask()
  expect(answer).toMatchObject({ status, body: { code } })
  expect(await state()).toEqual(before)
  return answer
}
