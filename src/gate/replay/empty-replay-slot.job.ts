import type pg from 'pg'
import { job } from '../../base/jobs/job.ts'

/**
 * Empties the next slot of the ring of replay claims. A slot lasts two hours and is tried every five minutes, giving way
 * to requests each time; missing every try costs disk space, since a claim past its window is taken over where it stands.
 */
export const emptyReplaySlot = job('empty-replay-slot', {
  cron: '*/5 * * * *',
  retryLimit: 0,
  async run({ operator }: { operator: pg.Pool }) {
    await operator.query('select empty_next_replay_slot()')
  },
})
