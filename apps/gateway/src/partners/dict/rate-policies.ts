import type { Log } from '../../platform/observability/log.ts'
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

/** The state of all our buckets at DICT. In production BACEN serves it under another host name. */
export function listRatePolicies(dict: Dict) {
  return readFromDict(dict, {
    policy: 'POLICIES_LIST',
    path: '/policies/',
    answer: 'ListPoliciesResponse',
    read: record({ category: text, policies: listOf('Policy', policy) }),
  })
}

interface Learned {
  /** The number of our policies that DICT stated. */
  stated: number
  /** Policies whose rate has changed. */
  changed: string[]
}

/**
 * Applies the rates that DICT states, and lowers our levels to DICT's, because other processes of ours also use the
 * limits.
 */
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
 * Applies DICT's rates when a process starts and every ten minutes, because levels are per process and BACEN changes
 * limits without notice. A failed request changes nothing. Returns a function that stops it.
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
