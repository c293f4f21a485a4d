import { gauge, histogram } from '../../base/observability/metric.ts'

export const dictCallDuration = histogram('eclusa_dict_call_duration_seconds', {
  unit: 'seconds',
  labels: ['policy', 'outcome', 'reason'],
  help: 'calls to DICT by the bucket they are counted in: done, refused, not_done or unknown, and why; OUR_BUCKET_EMPTY was not sent',
  by: ['api', 'desk', 'worker'],
})

export const dictBucketLevel = gauge('eclusa_dict_bucket_level_ratio', {
  unit: 'ratio',
  labels: ['policy'],
  help: 'how full our count of a bucket of DICT is, from 0 to 1; at 0 we wait before we ask',
  by: ['api', 'desk', 'worker'],
})

export const certificateLeft = gauge('eclusa_certificate_left_days', {
  unit: 'days',
  labels: ['certificate'],
  help: 'days until our certificate for connections to DICT, the last of ours for signatures, or the last of those we believe DICT by ends',
  by: ['api', 'desk', 'worker'],
})
