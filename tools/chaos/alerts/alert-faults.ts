import type { AlertName } from '@eclusa/codegen/observability/alerts.ts'
import type { Trouble } from './fault.ts'
import {
  accountsSlow,
  crowded,
  databaseFrozen,
  daysDropped,
  deskKilled,
  monthsDropped,
  slotHeld,
  strangersComing,
  workerKilled,
} from './gateway-faults.ts'
import { anchorsGone, jobsHeld, refundForgotten, reportDue } from './job-faults.ts'
import {
  bucketEmptied,
  certificateEnding,
  dictStopped,
  issuerStopped,
  registryStopped,
  searchedTooOften,
  storeGone,
  tokensForOthers,
} from './partner-faults.ts'
import { networkRefused, receiverSlow, secretLost } from './webhook-faults.ts'

interface Planted {
  by: Trouble
  /** The series that has to fire: another may do so for another fault of the same round. */
  labels?: Record<string, string>
}

/** The fault for each alert, planted in a running gateway. A declared alert without a fault does not compile. */
export const planted: Record<AlertName, Planted> = {
  EclusaAvailabilityBurnsFast: { by: registryStopped },
  EclusaAvailabilityBurnsSlowly: { by: registryStopped },
  EclusaLatencyBurnsFast: { by: accountsSlow },
  EclusaLatencyBurnsSlowly: { by: accountsSlow },

  EclusaDeadlineMissed: { by: refundForgotten, labels: { kind: 'unclaimed_refund' } },
  EclusaDeadlineNear: { by: reportDue, labels: { kind: 'unclaimed_report' } },
  EclusaNotMeasured: { by: workerKilled },
  EclusaQueueStuck: { by: jobsHeld, labels: { job_name: 'verify-account' } },
  EclusaQueueLong: { by: jobsHeld, labels: { job_name: 'verify-account' } },
  EclusaJobFails: { by: anchorsGone, labels: { job_name: 'anchor-audit-log' } },
  EclusaWebhooksLate: { by: receiverSlow },
  EclusaWebhooksUnheard: { by: networkRefused },
  EclusaWebhookSecretUnreadable: { by: secretLost },

  EclusaIssuerAway: { by: issuerStopped, labels: { job: 'eclusa-desk' } },
  EclusaObjectStoreAway: { by: storeGone },
  EclusaPartnerAway: { by: registryStopped, labels: { partner: 'billet_registry' } },
  EclusaDictAway: { by: dictStopped },
  EclusaDictBucketEmpty: { by: bucketEmptied, labels: { policy: 'REFUND_LIST_WITH_ROLE' } },
  EclusaCertificateEnds: { by: certificateEnding, labels: { certificate: 'connection' } },
  EclusaCertificateEndsThisWeek: { by: certificateEnding, labels: { certificate: 'connection' } },

  EclusaProcessDown: { by: deskKilled, labels: { job: 'eclusa-desk' } },
  EclusaNotReady: { by: databaseFrozen, labels: { job: 'eclusa-api', check: 'database' } },
  EclusaDegraded: { by: dictStopped, labels: { job: 'eclusa-api', check: 'dict' } },
  EclusaPoolExhausted: { by: crowded, labels: { job: 'eclusa-api', pool: 'requests' } },
  EclusaOverloaded: { by: crowded },
  EclusaStrangersCrowd: { by: strangersComing, labels: { lane: 'api_key' } },
  EclusaCredentialsMisconfigured: { by: tokensForOthers, labels: { door: 'desk', reason: 'WRONG_AUDIENCE' } },
  EclusaRevealsLimited: { by: searchedTooOften },
  EclusaPartitionsRunOut: { by: monthsDropped, labels: { table: 'billet_decodes' } },
  EclusaReplayRingNotEmptied: { by: slotHeld },
  EclusaSealedLeft: { by: secretLost, labels: { purpose: 'webhook secrets', column: 'secret' } },
  EclusaJournalNotAnchored: { by: anchorsGone },
  EclusaRequestLogDropped: { by: daysDropped },
}

/** Rounds of faults planted together. Faults that make callers wait or fail are only combined with their like. */
export const rounds: Trouble[][] = [
  [
    refundForgotten,
    reportDue,
    jobsHeld,
    anchorsGone,
    receiverSlow,
    secretLost,
    certificateEnding,
    dictStopped,
    monthsDropped,
    daysDropped,
    slotHeld,
  ],
  [registryStopped, bucketEmptied, issuerStopped, networkRefused],
  [storeGone, strangersComing, tokensForOthers, searchedTooOften],
  [accountsSlow],
  [crowded],
  [deskKilled, workerKilled],
  [databaseFrozen],
]
