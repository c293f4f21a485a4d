import { readWorkerConfig } from '../../src/base/config/config.ts'
import { openLog } from '../../src/base/observability/log.ts'
import { Deliverer, type DeliveryServices } from '../../src/events/delivery/deliver-webhooks.ts'
import { openWorkerServices } from '../../src/services.ts'
import type { TestDatabase } from './database.ts'
import { SIGNING_SECRET } from './gateway.ts'

/** The part of the worker that delivers webhooks, over the database of a test gateway. */
export function startDeliverer(
  db: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  overrides: Partial<DeliveryServices> = {},
): { stop(): Promise<void> } {
  const config = readWorkerConfig({
    DATABASE_URL: db.api,
    DATABASE_OPERATOR_URL: db.operator,
    SIGNING_SECRET,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS_SECONDS: '0.1,0.1,0.1',
    WEBHOOK_TIMEOUT_SECONDS: '1',
    ...settings,
  })
  const services = { ...openWorkerServices(config), log: openLog('silent'), ...overrides }
  const deliverer = new Deliverer(services).start()
  return {
    async stop() {
      await deliverer.stop()
      await services.close()
    },
  }
}
