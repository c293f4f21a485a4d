import type pg from 'pg'
import { job } from '../../platform/jobs/job.ts'

/**
 * Truncates the next slot of the ring of replay claims. A slot lasts two hours and the job runs every five minutes, giving
 * way to requests each time. If every run fails it only costs disk space, because a claim past its window is replaced
 * anyway.
 */
export const truncateReplayPartition = job('truncate-replay-partition', {
  cron: '*/5 * * * *',
  retryLimit: 0,
  async run({ operator }: { operator: pg.Pool }) {
    await operator.query('select empty_next_replay_slot()')
  },
})
