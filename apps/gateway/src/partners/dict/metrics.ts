import { gauge, histogram } from '../../platform/observability/metric.ts'

export const dictCallDuration = histogram('eclusa_dict_call_duration_seconds', {
  unit: 'seconds',
  labels: ['policy', 'outcome', 'reason'],
  help: 'calls to DICT by rate limit bucket and result: done, refused, not_done or unknown, with the reason; OUR_BUCKET_EMPTY was not sent',
  by: ['api', 'desk', 'worker'],
})

export const dictBucketLevel = gauge('eclusa_dict_bucket_level_ratio', {
  unit: 'ratio',
  labels: ['policy'],
  help: 'remaining share of a rate limit bucket of DICT by our count, from 0 to 1; at 0 calls wait',
  by: ['api', 'desk', 'worker'],
})

export const certificateLeft = gauge('eclusa_certificate_left_days', {
  unit: 'days',
  labels: ['certificate'],
  help: 'days until our connection certificate for DICT, our last signing certificate, or the last trusted certificate of DICT expires',
  by: ['api', 'desk', 'worker'],
})
