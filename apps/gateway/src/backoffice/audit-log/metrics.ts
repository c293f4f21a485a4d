import { gauge } from '../../platform/observability/metric.ts'

export const journalUnanchoredAge = gauge('eclusa_journal_unanchored_age_seconds', {
  unit: 'seconds',
  help: 'age of the oldest entry of the audit log without an anchor; 0 when every entry has one',
  by: ['worker'],
})
