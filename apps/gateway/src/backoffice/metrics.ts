import { counter } from '../platform/observability/metric.ts'

export const deskReveals = counter('eclusa_desk_reveals_total', {
  labels: ['kind'],
  help: 'reveals of personal data and searches in the backoffice, by kind (reveal, search)',
  by: ['desk'],
})

export const deskRevealsRefused = counter('eclusa_desk_reveals_refused_total', {
  help: 'reveals and searches that were rejected because the person had reached DESK_REVEALS_PER_HOUR or DESK_SEARCHES_PER_HOUR',
  by: ['desk'],
})
