import { counter, gauge } from '../../base/observability/metric.ts'

export const replayRefusals = counter('eclusa_replay_refusals_total', {
  labels: ['schema'],
  help: 'requests refused as repeats, by the schema they were compared by',
  by: ['api'],
})

export const replaySlotBytes = gauge('eclusa_replay_slot_bytes', {
  unit: 'bytes',
  labels: ['ahead'],
  help: 'size of each slot of the ring of replay claims: 0 is the one that is written to, 1 the one that comes next and should be empty',
  by: ['worker'],
})
