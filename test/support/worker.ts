import { readWorkerConfig } from '../../src/base/config/config.ts'
import { openLog } from '../../src/base/observability/log.ts'
import { Deliverer } from '../../src/events/delivery/deliver-webhooks.ts'
import { openWorkerServices, type WorkerServices } from '../../src/services.ts'
import type { TestDatabase } from './database.ts'
import { SIGNING_SECRET } from './gateway.ts'

/** What the worker is made of, over the database of a test gateway, with waits that a test can sit out. */
export function openTestWorker(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): WorkerServices {
  const config = readWorkerConfig({
    DATABASE_URL: db.api,
    DATABASE_OPERATOR_URL: db.operator,
    SIGNING_SECRET,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS_SECONDS: '0.1,0.1,0.1',
    WEBHOOK_TIMEOUT_SECONDS: '1',
    ...settings,
  })
  return { ...openWorkerServices(config), log: openLog('silent') }
}

/** The part of the worker that delivers webhooks. */
export function startDeliverer(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): { stop(): Promise<void> } {
  const services = openTestWorker(db, settings)
  const deliverer = new Deliverer(services).start()
  return {
    async stop() {
      await deliverer.stop()
      await services.close()
    },
  }
}
