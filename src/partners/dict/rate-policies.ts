import { type Policy, policies } from './buckets.ts'
import { readFromDict } from './call.ts'
import type { Dict } from './dict.ts'
import type { Outcome } from './outcome.ts'
import { listOf, record, text, whole } from './xml/shape.ts'

const policy = record({
  name: text,
  available_tokens: whole,
  capacity: whole,
  refill_tokens: whole,
  refill_period_sec: whole,
})

/** The state of all our buckets as DICT counts them. In production BACEN answers it under another host name. */
export function listRatePolicies(dict: Dict) {
  return readFromDict(dict, {
    policy: 'POLICIES_LIST',
    path: '/policies/',
    answer: 'ListPoliciesResponse',
    read: record({ category: text, policies: listOf('Policy', policy) }),
  })
}

/** Brings our count down to DICT's, for what other processes of ours spent. To be run when a process starts. */
export async function learnBuckets(dict: Dict): Promise<Outcome<number>> {
  const listed = await listRatePolicies(dict)
  if (listed.outcome !== 'done') return listed
  const ours = listed.value.policies.filter((each) => Object.hasOwn(policies, each.name))
  for (const { name, available_tokens } of ours) dict.buckets.learn(name as Policy, available_tokens)
  return { ...listed, value: ours.length }
}
