import type pg from 'pg'
import type { Settings } from '../../platform/config/settings.ts'
import { job } from '../../platform/jobs/job.ts'
import type { requestLogSettings } from './settings.ts'

interface RetentionServices {
  operator: pg.Pool
  settings: Settings<typeof requestLogSettings>
}

/** Drops whole days of the request log once they are past the operator's retention. */
export const dropOldRequests = job('drop-old-requests', {
  cron: '7 4 * * *',
  retryLimit: 3,
  async run({ operator, settings }: RetentionServices) {
    await operator.query('select drop_old_request_log($1)', [settings.REQUEST_LOG_DAYS])
  },
})
