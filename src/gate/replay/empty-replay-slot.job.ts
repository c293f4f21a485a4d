import type pg from 'pg'
import { job } from '../../base/jobs/job.ts'

/**
 * Truncates the next slot of the ring of replay claims. A slot lasts two hours and the job runs every five minutes, giving
 * way to requests each time. If every run fails it only costs disk space, because a claim past its window is replaced
 * anyway.
 */
export const emptyReplaySlot = job('empty-replay-slot', {
  cron: '*/5 * * * *',
  retryLimit: 0,
  async run({ operator }: { operator: pg.Pool }) {
    await operator.query('select empty_next_replay_slot()')
  },
})
