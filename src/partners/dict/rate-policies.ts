import type { Log } from '../../base/observability/log.ts'
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

interface Learned {
  /** How many of ours DICT stated. */
  stated: number
  /** Those whose rate was another than we went by. */
  changed: string[]
}

/** Takes over the rates DICT states, and brings our count down to DICT's, for what other processes of ours spent. */
export async function learnBuckets(dict: Dict): Promise<Outcome<Learned>> {
  const listed = await listRatePolicies(dict)
  if (listed.outcome !== 'done') return listed
  const ours = listed.value.policies.filter((each) => Object.hasOwn(policies, each.name))
  const changed = ours.flatMap(({ name, available_tokens: available, capacity, ...refill }) => {
    const perMinute = refill.refill_period_sec > 0 ? (refill.refill_tokens * 60) / refill.refill_period_sec : 0
    const other = dict.buckets.learn(name as Policy, { available, capacity, refillPerMinute: perMinute })
    return other ? [name] : []
  })
  return { ...listed, value: { stated: ours.length, changed } }
}

const LEARN_EVERY_MS = 10 * 60_000

/**
 * Learns when a process starts and every ten minutes after: the count is the process's own, and BACEN changes limits without
 * notice. What was not heard leaves everything as it was. Answers what ends it.
 */
export function keepLearning(dict: Dict, log: Log, everyMs = LEARN_EVERY_MS): () => void {
  const learn = async () => {
    const learned = await learnBuckets(dict)
    if (learned.outcome === 'done') {
      for (const name of learned.value.changed) log.info('dict_limit_changed', { name })
    } else {
      log.warn('dict_limits_not_read', { reason: learned.outcome === 'refused' ? learned.type : learned.reason })
    }
  }
  const round = () => void learn().catch((error: unknown) => log.error('dict_limits_not_read', {}, error))
  round()
  const timer = setInterval(round, everyMs).unref()
  return () => clearInterval(timer)
}
