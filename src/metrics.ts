import { recoveryDeadlines } from './areas/pix-fund-recovery/watched-deadlines.ts'
import { infractionDeadlines } from './areas/pix-infractions/watched-deadlines.ts'
import { refundDeadlines } from './areas/pix-refunds/watched-deadlines.ts'
import { measureDeadlines } from './base/db/measure-deadlines.ts'
import { measurePartitions } from './base/db/measure-partitions.ts'
import * as db from './base/db/metrics.ts'
import * as http from './base/http/metrics.ts'
import { measureQueues } from './base/jobs/measure-queues.ts'
import * as jobs from './base/jobs/metrics.ts'
import * as base from './base/metrics.ts'
import * as objects from './base/objects/metrics.ts'
import type { Measure } from './base/observability/measure.ts'
import type { Metric, Process } from './base/observability/metric.ts'
import * as journal from './desk/journal/metrics.ts'
import * as keeping from './desk/keeping/metrics.ts'
import * as desk from './desk/metrics.ts'
import { measureDeliveries } from './events/delivery/measure-deliveries.ts'
import * as delivery from './events/delivery/metrics.ts'
import * as gate from './gate/metrics.ts'
import { measureRing } from './gate/replay/measure-ring.ts'
import * as replay from './gate/replay/metrics.ts'
import * as requestLog from './gate/request-log/metrics.ts'
import * as dict from './partners/dict/metrics.ts'
import * as partners from './partners/metrics.ts'

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
export const measures: readonly Measure[] = [
  measureQueues,
  measureDeliveries,
  measureDeadlines([...infractionDeadlines, ...refundDeadlines, ...recoveryDeadlines]),
  measurePartitions,
  measureRing,
]
