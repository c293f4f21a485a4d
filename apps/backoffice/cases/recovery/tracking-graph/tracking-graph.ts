import type { Schemas } from '../../../api/client.ts'

/** The state of a payment in the graph, from the receiving bank's response. */
export type State = 'none' | 'asked' | 'returned' | 'partly' | 'refused'

export interface GraphPayment
  extends Pick<
    Schemas['Hop'],
    'end_to_end_id' | 'from_account' | 'to_account' | 'amount' | 'refundable_amount' | 'settled_at' | 'depth'
  > {
  asked: number
  returned: number
  state: State
}

export interface GraphAccount {
  number: number
  /** Absent where the graph names an account without describing it. */
  ispb: string | undefined
  ownerType: string | undefined
  openedAt: string | undefined
  came: number
  went: number
  refundable: number
  returned: number
  isOrigin: boolean
}

/** All payments from one account to another, drawn as one edge. */
export interface Flow {
  key: string
  from: number
  to: number
  payments: GraphPayment[]
  amount: number
  state: State
}

/** One model for the drawing and the table, so that both show the same. */
export interface TrackingGraphModel {
  accounts: GraphAccount[]
  payments: GraphPayment[]
  flows: Flow[]
  banks: number
  refundable: number
  asked: number
  returned: number
}

type GraphInput = Pick<Schemas['RecoveryCase'], 'hops' | 'accounts'> & {
  recovery: Pick<Schemas['RecoveryRecord'], 'refunds' | 'end_to_end_id'>
}

export function wayOf({ hops, accounts: known, recovery }: GraphInput): TrackingGraphModel {
  const payments = hops.map((hop): GraphPayment => {
    const legs = recovery.refunds.filter(({ end_to_end_id }) => end_to_end_id === hop.end_to_end_id)
    const asked = sum(legs, ({ amount }) => amount)
    const returned = sum(legs, ({ refunded_amount }) => refunded_amount)
    const isRefused = legs.length > 0 && legs.every(({ analysis_result }) => analysis_result === 'REJECTED')
    const { end_to_end_id, from_account, to_account, amount, refundable_amount, settled_at, depth } = hop
    const state = stateOf(asked, returned, isRefused)
    return {
      end_to_end_id,
      from_account,
      to_account,
      amount,
      refundable_amount,
      settled_at,
      depth,
      asked,
      returned,
      state,
    }
  })
  const described = new Map(known.map((account) => [account.number, account]))
  const origin = payments.find(({ end_to_end_id }) => end_to_end_id === recovery.end_to_end_id) ?? payments[0]
  const numbers = [...new Set(payments.flatMap(({ from_account, to_account }) => [from_account, to_account]))]
  const into = Map.groupBy(payments, ({ to_account }) => to_account)
  const out = Map.groupBy(payments, ({ from_account }) => from_account)
  const accounts = numbers.map((number): GraphAccount => {
    const account = described.get(number)
    const came = into.get(number) ?? []
    return {
      number,
      ispb: account?.bank_ispb,
      ownerType: account?.owner_type,
      openedAt: account?.opened_at,
      came: sum(came, ({ amount }) => amount),
      went: sum(out.get(number) ?? [], ({ amount }) => amount),
      refundable: sum(came, ({ refundable_amount }) => refundable_amount),
      returned: sum(came, ({ returned }) => returned),
      isOrigin: number === origin?.from_account,
    }
  })
  const flows = [...Map.groupBy(payments, ({ from_account, to_account }) => `${from_account}-${to_account}`)].map(
    ([key, together]): Flow => ({
      key,
      from: together[0]!.from_account,
      to: together[0]!.to_account,
      payments: together,
      amount: sum(together, ({ amount }) => amount),
      state: together.map(({ state }) => state).toSorted((one, other) => weight[other] - weight[one])[0]!,
    }),
  )
  return {
    accounts,
    payments,
    flows,
    banks: new Set(accounts.map(({ ispb }) => ispb)).size,
    refundable: sum(payments, ({ refundable_amount }) => refundable_amount),
    asked: sum(payments, ({ asked }) => asked),
    returned: sum(payments, ({ returned }) => returned),
  }
}

/** An edge of several payments shows the state with the greatest weight. */
const weight: Record<State, number> = { none: 0, refused: 1, asked: 2, partly: 3, returned: 4 }

function stateOf(asked: number, returned: number, isRefused: boolean): State {
  if (returned > 0) return returned < asked ? 'partly' : 'returned'
  if (isRefused) return 'refused'
  return asked > 0 ? 'asked' : 'none'
}

function sum<Each>(all: readonly Each[], of: (each: Each) => number): number {
  return all.reduce((total, each) => total + of(each), 0)
}

/** The selection: an account with all its payments, or one payment. */
export type GraphSelection = { account: number } | { payment: string } | undefined

export function isOf(chosen: GraphSelection, { end_to_end_id, from_account, to_account }: GraphPayment): boolean {
  if (!chosen) return false
  if ('payment' in chosen) return chosen.payment === end_to_end_id
  return chosen.account === from_account || chosen.account === to_account
}
