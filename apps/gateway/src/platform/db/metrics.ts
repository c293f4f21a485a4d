import { gauge, histogram } from '../observability/metric.ts'

export const poolWaitDuration = histogram('eclusa_pool_wait_duration_seconds', {
  unit: 'seconds',
  help: 'wait of a request for a database connection',
  by: ['api'],
})

export const transactionDuration = histogram('eclusa_transaction_duration_seconds', {
  unit: 'seconds',
  help: 'the transaction of a request, from BEGIN to COMMIT',
  by: ['api'],
})

export const poolConnections = gauge('eclusa_pool_connections', {
  labels: ['pool', 'state'],
  help: 'connections to the database by pool: those open, those of them idle, the most there may be, and the requests that wait for one',
  by: ['api', 'desk', 'worker'],
})

export const partitionsAhead = gauge('eclusa_partitions_ahead_days', {
  unit: 'days',
  labels: ['table'],
  help: 'days until a table partitioned by month has no partition left; at 0 writes to it fail',
  by: ['worker'],
})

export const deadlines = gauge('eclusa_deadlines', {
  labels: ['kind', 'state'],
  help: 'deadlines by kind: near, or missed; counted up to 1000 of each',
  by: ['worker'],
})
