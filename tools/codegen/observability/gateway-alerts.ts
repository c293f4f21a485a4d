import { journalUnanchoredAge } from '@eclusa/gateway/src/backoffice/audit-log/metrics.ts'
import { deskRevealsRefused } from '@eclusa/gateway/src/backoffice/metrics.ts'
import { credentialRefusals, overloadRefusals, strangersWaiting } from '@eclusa/gateway/src/http/metrics.ts'
import { replaySlotBytes } from '@eclusa/gateway/src/http/replay/metrics.ts'
import { requestLogDropped } from '@eclusa/gateway/src/http/request-log/metrics.ts'
import { partitionsAhead, poolConnections } from '@eclusa/gateway/src/platform/db/metrics.ts'
import { checkState } from '@eclusa/gateway/src/platform/http/metrics.ts'
import { sealedLeft } from '@eclusa/gateway/src/platform/metrics.ts'
import { named } from './alert.ts'
import { of } from './series.ts'

const database = of(checkState, { check: 'database' })
const next = of(replaySlotBytes, { ahead: '1' })
const waiting = of(poolConnections, { pool: 'requests', state: 'waiting' })
const lane = of(strangersWaiting, { lane: 'api_key' })
const audience = of(credentialRefusals, { door: 'api', reason: 'WRONG_AUDIENCE' })
const sealed = of(sealedLeft, { purpose: 'webhook secrets', column: 'secret' })
const table = of(partitionsAhead, { table: 'events' })

/** By scrape job. A missing target has no series, and not the value 0. */
const processes = ['eclusa-api', 'eclusa-desk', 'eclusa-worker']
const upOf = (job: string) => `up{job="${job}"}`
const up = (jobs: string[]) => Object.fromEntries(jobs.map((job) => [upOf(job), '1x20']))

/** The gateway itself and its database. */
export const houseAlerts = named([
  {
    name: 'EclusaProcessDown',
    severity: 'page',
    expr: ['up{job=~"eclusa-.*"} == 0', ...processes.map((job) => `absent(${upOf(job)})`)].join(' or '),
    for: '2m',
    summary: 'a process of {{ $labels.job }} does not answer on its internal port, or Prometheus knows of none',
    fires: [
      { given: { ...up(processes), [upOf('eclusa-worker')]: '0x20' }, at: '10m', labels: { job: 'eclusa-worker' } },
      ...processes.map((gone) => ({
        given: up(processes.filter((job) => job !== gone)),
        at: '10m',
        labels: { job: gone },
      })),
    ],
    quiet: { given: up(processes), at: '10m' },
  },
  {
    name: 'EclusaNotReady',
    severity: 'page',
    expr: `max by (job, instance, check) (${of(checkState)}) == 2`,
    for: '5m',
    summary: 'a process of {{ $labels.job }} cannot do its work: the check {{ $labels.check }}',
    fires: { given: { [database]: '2x20' }, at: '10m', labels: { check: 'database' } },
    quiet: { given: { [database]: '2x4 0x20' }, at: '10m' },
  },
  {
    name: 'EclusaDegraded',
    severity: 'ticket',
    expr: `max by (job, instance, check) (${of(checkState)}) == 1`,
    for: '30m',
    summary: 'a process of {{ $labels.job }} works and will not for ever: the check {{ $labels.check }}',
    fires: { given: { [database]: '1x60' }, at: '40m', labels: { check: 'database' } },
    quiet: { given: { [database]: '0x60' }, at: '40m' },
  },
  {
    name: 'EclusaPoolExhausted',
    severity: 'ticket',
    expr: `min_over_time(${of(poolConnections, { state: 'waiting' })}[5m]) > 0`,
    for: '5m',
    summary: 'work waits for database connections all the time, in the pool {{ $labels.pool }}',
    fires: { given: { [waiting]: '1x30' }, at: '20m', labels: { pool: 'requests', state: 'waiting' } },
    quiet: { given: { [waiting]: '9 9 9 0 9 9 9 0 9 9 9 0 9 9 9 0 9 9 9 0 9' }, at: '20m' },
  },
  {
    name: 'EclusaOverloaded',
    severity: 'page',
    expr: `sum(rate(${of(overloadRefusals)}[5m])) > 0.1`,
    for: '5m',
    summary: 'callers are told to come back because there is more to do than can be done',
    fires: { given: { [of(overloadRefusals)]: '0+7x30' }, at: '15m' },
    quiet: { given: { [of(overloadRefusals)]: '0+5x30' }, at: '15m' },
  },
  {
    name: 'EclusaStrangersCrowd',
    severity: 'ticket',
    expr: `max by (lane) (${of(strangersWaiting)}) > 100`,
    for: '5m',
    summary: 'more than a hundred unknown credentials wait to be looked at: {{ $labels.lane }}',
    fires: { given: { [lane]: '101x20' }, at: '10m', labels: { lane: 'api_key' } },
    quiet: { given: { [lane]: '100x20' }, at: '10m' },
  },
  {
    name: 'EclusaCredentialsMisconfigured',
    severity: 'ticket',
    expr: `sum by (door, reason) (increase(${of(credentialRefusals, { reason: '=~WRONG_AUDIENCE|WRONG_ISSUER|WRONG_TYPE|UNKNOWN_KEY|ALGORITHM_NOT_ALLOWED|ISSUED_IN_THE_FUTURE|LIFETIME_TOO_LONG|SENDER_CONSTRAINED|SUBJECT_IS_PAIRWISE' })}[15m])) > 50`,
    for: '15m',
    summary: 'tokens are refused at the {{ $labels.door }} for what is a matter of configuration: {{ $labels.reason }}',
    fires: { given: { [audience]: '0+4x60' }, at: '50m', labels: { door: 'api', reason: 'WRONG_AUDIENCE' } },
    quiet: { given: { [audience]: '0+3x60' }, at: '50m' },
  },
  {
    name: 'EclusaRevealsLimited',
    severity: 'ticket',
    expr: `sum(increase(${of(deskRevealsRefused)}[15m])) > 0`,
    for: '1m',
    summary: 'a person at the desk reached the hourly limit of reveals or searches',
    fires: { given: { [of(deskRevealsRefused)]: '0 0 0 1x20' }, at: '10m' },
    quiet: { given: { [of(deskRevealsRefused)]: '7x30' }, at: '20m' },
  },
  {
    name: 'EclusaPartitionsRunOut',
    severity: 'ticket',
    expr: `min by (table) (${of(partitionsAhead)}) < 30`,
    for: '1h',
    summary: 'the partitions of {{ $labels.table }} run out within thirty days',
    fires: { given: { [table]: '29x90' }, at: '80m', labels: { table: 'events' } },
    quiet: { given: { [table]: '30x90' }, at: '80m' },
  },
  {
    name: 'EclusaReplayRingNotEmptied',
    severity: 'ticket',
    expr: `max(${of(replaySlotBytes, { ahead: '1' })}) > 0`,
    for: '100m',
    summary: 'the slot of replay claims that comes next has not been emptied',
    fires: { given: { [next]: '8192x120' }, at: '110m' },
    quiet: { given: { [next]: '8192x60 0x60' }, at: '110m' },
  },
  {
    name: 'EclusaSealedLeft',
    severity: 'ticket',
    expr: `max by (purpose, column) (${of(sealedLeft)}) > 0`,
    for: '6h',
    summary: 'rows are still sealed under an older key: {{ $labels.purpose }}, {{ $labels.column }}',
    fires: {
      given: { [sealed]: '3x400' },
      at: '380m',
      labels: { purpose: 'webhook secrets', column: 'secret' },
    },
    quiet: { given: { [sealed]: '3x300 0x100' }, at: '380m' },
  },
  {
    name: 'EclusaJournalNotAnchored',
    severity: 'ticket',
    expr: `max(${of(journalUnanchoredAge)}) > 900`,
    for: '5m',
    summary: 'entries of the audit log wait for an anchor',
    fires: { given: { [of(journalUnanchoredAge)]: '901x20' }, at: '10m' },
    quiet: { given: { [of(journalUnanchoredAge)]: '900x20' }, at: '10m' },
  },
  {
    name: 'EclusaRequestLogDropped',
    severity: 'ticket',
    expr: `sum(increase(${of(requestLogDropped)}[30m])) > 0`,
    for: '1m',
    summary: 'lines of the request log that callers look back on were dropped',
    fires: { given: { [of(requestLogDropped)]: '0x10 5x30' }, at: '20m' },
    quiet: { given: { [of(requestLogDropped)]: '5x60' }, at: '20m' },
  },
])
