import type pg from 'pg'
import type { Settings } from '../platform/config/settings.ts'
import { job } from '../platform/jobs/job.ts'
import type { eventSettings } from './settings.ts'

interface RetentionServices {
  operator: pg.Pool
  settings: Settings<typeof eventSettings>
}

/** Drops whole monthly partitions of events and deliveries after the configured retention. */
export const dropOldEvents = job('drop-old-events', {
  cron: '47 3 * * *',
  retryLimit: 3,
  async run({ operator, settings }: RetentionServices) {
    await operator.query('select drop_old_events($1)', [settings.EVENT_RETENTION_MONTHS])
  },
})
