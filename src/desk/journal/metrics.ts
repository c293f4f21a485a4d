import { gauge } from '../../base/observability/metric.ts'

export const journalUnanchoredAge = gauge('eclusa_journal_unanchored_age_seconds', {
  unit: 'seconds',
  help: 'age of the oldest entry of the journal that no anchor holds yet; 0 when all are held',
  by: ['worker'],
})
