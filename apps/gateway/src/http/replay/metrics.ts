import { counter, gauge } from '../../platform/observability/metric.ts'

export const replayRefusals = counter('eclusa_replay_refusals_total', {
  labels: ['schema'],
  help: 'requests rejected as repeats, by replay protection schema',
  by: ['api'],
})

export const replaySlotBytes = gauge('eclusa_replay_slot_bytes', {
  unit: 'bytes',
  labels: ['ahead'],
  help: 'size of each partition of the replay claims: 0 is the current one, 1 is the next one and should be empty',
  by: ['worker'],
})
