import { insist } from './problem.ts'
import type { DictTransaction, TrackingParameters } from './state.ts'

/** Defaults and, except for the amount, maxima of BACEN's version 2.12.1. */
export const trackingDefaults: TrackingParameters = {
  min_transaction_amount: 200_00,
  max_transactions: 5,
  hop_window: 'PT2H',
  max_hops: 2,
}

/** The parameters with defaults. Values beyond BACEN's maxima are rejected. */
export function parametersOf(asked: Partial<TrackingParameters>): TrackingParameters {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const parameters = { ...trackingDefaults, ...given }
  const within =
    parameters.max_transactions >= 1 &&
    parameters.max_transactions <= trackingDefaults.max_transactions &&
    parameters.max_hops >= 1 &&
    parameters.max_hops <= trackingDefaults.max_hops &&
    windowMs(parameters.hop_window) <= windowMs(trackingDefaults.hop_window)
  insist(within, 'FundsRecoveryTrackingGraphParameterInvalid')
  return parameters
}

/**
 * Traces the money from the root payment: the payments that left each reached account within the window, nearest first, up
 * to the depth and number of payments. An account is followed once, so a cycle ends.
 */
export function follow(
  root: DictTransaction,
  all: Iterable<DictTransaction>,
  parameters: TrackingParameters,
): DictTransaction[] {
  const payments = [...all].filter((each) => each.settled && each.amount >= parameters.min_transaction_amount)
  const found = [root]
  const followed = new Set<string>()
  let frontier = [root]
  for (let hop = 0; hop < parameters.max_hops; hop += 1) {
    frontier = frontier.flatMap((arrival) => {
      const account = accountKey(arrival.creditor)
      if (followed.has(account)) return []
      followed.add(account)
      const fromMs = Date.parse(arrival.settlement_time)
      const untilMs = fromMs + windowMs(parameters.hop_window)
      return payments
        .filter((each) => accountKey(each.debtor) === account && each.id !== root.id)
        .filter(({ settlement_time: at }) => Date.parse(at) >= fromMs && Date.parse(at) <= untilMs)
        .toSorted((a, b) => Date.parse(a.settlement_time) - Date.parse(b.settlement_time))
    })
    for (const each of frontier) if (found.length < parameters.max_transactions) found.push(each)
    frontier = frontier.filter((each) => found.includes(each))
  }
  return found
}

/** What stayed of each payment in its account: the amount received, less what the graph saw leaving. */
export function leftBehind(transactions: DictTransaction[]): Map<string, number> {
  return new Map(
    transactions.map((arrival) => {
      const account = accountKey(arrival.creditor)
      const arrivals = transactions.filter((each) => accountKey(each.creditor) === account)
      const out = transactions.filter((each) => accountKey(each.debtor) === account)
      const left = Math.max(0, sum(arrivals) - sum(out))
      // Several payments share the remainder in order of arrival.
      const before = sum(arrivals.slice(0, arrivals.indexOf(arrival)))
      return [arrival.id, Math.max(0, Math.min(arrival.amount, left - before))]
    }),
  )
}

/** The layer of a payment: 0 is the root, 1 what left the account the root reached. */
export function depthOf(transactions: DictTransaction[], payment: DictTransaction): number {
  const before = transactions.find((each) => accountKey(each.creditor) === accountKey(payment.debtor))
  return payment === transactions[0] || !before || before === payment ? 0 : depthOf(transactions, before) + 1
}

const sum = (these: DictTransaction[]) => these.reduce((total, { amount }) => total + amount, 0)

export const accountKey = ({ participant, number }: DictTransaction['debtor']) => `${participant}/${number}`

function windowMs(duration: string): number {
  const match = /^PT(?:(\d{1,4})H)?(?:(\d{1,4})M)?$/.exec(duration)
  insist(
    match && duration !== 'PT',
    'FundsRecoveryTrackingGraphParameterInvalid',
    'hop_window',
    'not hours and minutes',
  )
  return (Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * 60_000
}
