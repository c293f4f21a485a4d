import { certificateLeft, dictCallDuration } from '@eclusa/gateway/src/partners/dict/metrics.ts'
import { partnerCallDuration } from '@eclusa/gateway/src/partners/metrics.ts'
import { checkState } from '@eclusa/gateway/src/platform/http/metrics.ts'
import { objectStoreDuration } from '@eclusa/gateway/src/platform/object-storage/metrics.ts'
import { named } from './alert.ts'
import { countOf, of } from './series.ts'

const policy = 'REFUNDS_READ'
const asked = (outcome: string, reason: string) => countOf(dictCallDuration, { policy, outcome, reason })
const stored = (outcome: string) => countOf(objectStoreDuration, { call: 'put', outcome })
const registry = (outcome: string) => countOf(partnerCallDuration, { partner: 'billet_registry', outcome })
/** Requests that the gateway never sent say nothing about DICT. */
const sent = { reason: '!~OUR_.*' }
/** A rate limit or a conflict is a response. */
const unanswered = { reason: '!~OUR_.*|RATE_LIMITED|CONFLICT', outcome: '=~not_done|unknown' }

/** Partners of the gateway. */
export const partnerAlerts = named([
  {
    name: 'EclusaIssuerAway',
    severity: 'page',
    expr: `max by (job) (${of(checkState, { check: 'issuer' })}) > 0`,
    for: '10m',
    summary: 'the issuer of tokens does not answer: what is known of its keys is good for a day',
    fires: { given: { [of(checkState, { check: 'issuer' })]: '1x30' }, at: '15m' },
    quiet: { given: { [of(checkState, { check: 'issuer' })]: '0x30' }, at: '15m' },
  },
  {
    name: 'EclusaObjectStoreAway',
    severity: 'page',
    expr: `sum(rate(${countOf(objectStoreDuration, { outcome: 'unavailable' })}[5m])) / sum(rate(${countOf(objectStoreDuration)}[5m])) > 0.1`,
    for: '5m',
    summary: 'more than a tenth of the calls to the object store are not answered',
    fires: { given: { [stored('unavailable')]: '0+12x30', [stored('done')]: '0+88x30' }, at: '15m' },
    quiet: { given: { [stored('unavailable')]: '0+9x30', [stored('done')]: '0+91x30' }, at: '15m' },
  },
  {
    name: 'EclusaPartnerAway',
    severity: 'ticket',
    expr: `sum by (partner) (rate(${countOf(partnerCallDuration, { outcome: '!=done' })}[10m])) / sum by (partner) (rate(${countOf(partnerCallDuration)}[10m])) > 0.5`,
    for: '10m',
    summary: 'more than half of the calls to {{ $labels.partner }} fail',
    fires: {
      given: { [registry('UNREACHABLE')]: '0+6x30', [registry('done')]: '0+5x30' },
      at: '25m',
      labels: { partner: 'billet_registry' },
    },
    quiet: { given: { [registry('UNREACHABLE')]: '0+5x30', [registry('done')]: '0+5x30' }, at: '25m' },
  },
  {
    name: 'EclusaDictAway',
    severity: 'page',
    expr: `sum(rate(${countOf(dictCallDuration, unanswered)}[10m])) / sum(rate(${countOf(dictCallDuration, sent)}[10m])) > 0.5`,
    for: '10m',
    summary: 'more than half of what is asked of DICT is not answered, or not so that it can be believed',
    fires: { given: { [asked('not_done', 'NOT_CONNECTED')]: '0+6x30', [asked('done', '')]: '0+5x30' }, at: '25m' },
    quiet: {
      given: {
        [asked('not_done', 'OUR_BUCKET_EMPTY')]: '0+60x30',
        [asked('not_done', 'RATE_LIMITED')]: '0+30x30',
        [asked('not_done', 'CONFLICT')]: '0+30x30',
        [asked('done', '')]: '0+5x30',
      },
      at: '25m',
    },
  },
  {
    name: 'EclusaDictBucketEmpty',
    severity: 'ticket',
    expr: `sum by (policy) (increase(${countOf(dictCallDuration, { reason: '=~OUR_BUCKET_EMPTY|RATE_LIMITED' })}[15m])) > 10`,
    for: '15m',
    summary: 'calls to DICT wait because the bucket {{ $labels.policy }} is empty',
    fires: { given: { [asked('not_done', 'OUR_BUCKET_EMPTY')]: '0+1x60' }, at: '50m', labels: { policy } },
    quiet: { given: { [asked('not_done', 'OUR_BUCKET_EMPTY')]: '0+1x9 9x50' }, at: '50m' },
  },
  {
    name: 'EclusaCertificateEnds',
    severity: 'ticket',
    expr: `min by (certificate) (${of(certificateLeft)}) < 30`,
    for: '1h',
    summary: 'a certificate for DICT ends within thirty days: {{ $labels.certificate }}',
    fires: {
      given: { [of(certificateLeft, { certificate: 'signing' })]: '29.9x90' },
      at: '80m',
      labels: { certificate: 'signing' },
    },
    quiet: { given: { [of(certificateLeft, { certificate: 'signing' })]: '30x90' }, at: '80m' },
  },
  {
    name: 'EclusaCertificateEndsThisWeek',
    severity: 'page',
    expr: `min by (certificate) (${of(certificateLeft)}) < 7`,
    for: '10m',
    summary: 'a certificate for DICT ends within a week: {{ $labels.certificate }}',
    fires: {
      given: { [of(certificateLeft, { certificate: 'connection' })]: '6.9x30' },
      at: '20m',
      labels: { certificate: 'connection' },
    },
    quiet: { given: { [of(certificateLeft, { certificate: 'connection' })]: '7x30' }, at: '20m' },
  },
])
