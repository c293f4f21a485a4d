import { recoveryDeadlines } from './areas/pix-fund-recovery/watched-deadlines.ts'
import { infractionDeadlines } from './areas/pix-infractions/watched-deadlines.ts'
import { refundDeadlines } from './areas/pix-refunds/watched-deadlines.ts'
import * as keeping from './backoffice/admin/metrics.ts'
import * as journal from './backoffice/audit-log/metrics.ts'
import * as desk from './backoffice/metrics.ts'
import { measureDeliveries } from './events/delivery/measure-deliveries.ts'
import * as delivery from './events/delivery/metrics.ts'
import * as gate from './http/metrics.ts'
import { measureRing } from './http/replay/measure-partitions.ts'
import * as replay from './http/replay/metrics.ts'
import * as requestLog from './http/request-log/metrics.ts'
import * as dict from './partners/dict/metrics.ts'
import * as partners from './partners/metrics.ts'
import { measureDeadlines } from './platform/db/measure-deadlines.ts'
import { measurePartitions } from './platform/db/measure-partitions.ts'
import * as db from './platform/db/metrics.ts'
import * as http from './platform/http/metrics.ts'
import { measureQueues } from './platform/jobs/measure-queues.ts'
import * as jobs from './platform/jobs/metrics.ts'
import * as base from './platform/metrics.ts'
import * as objects from './platform/object-storage/metrics.ts'
import type { Collector } from './platform/observability/collector.ts'
import type { Metric, Process } from './platform/observability/metric.ts'

/** Table of contents: every metric of the gateway. */
export const metrics: Metric[] = [
  gate,
  replay,
  requestLog,
  jobs,
  delivery,
  db,
  http,
  objects,
  partners,
  dict,
  base,
  keeping,
  journal,
  desk,
].flatMap((declared) => Object.values<Metric>(declared))

export const metricsOf = (process: Process): Metric[] => metrics.filter(({ by }) => by.includes(process))

/** Table of contents: gauges that need a database query. One worker updates them, once a minute. */
export const measures: readonly Collector[] = [
  measureQueues,
  measureDeliveries,
  measureDeadlines([...infractionDeadlines, ...refundDeadlines, ...recoveryDeadlines]),
  measurePartitions,
  measureRing,
]
