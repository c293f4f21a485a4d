import { randomBytes } from 'node:crypto'
import { createDict, type Dict, type DictSettings } from '@eclusa/gateway/src/partners/dict/dict.ts'
import type { Outcome } from '@eclusa/gateway/src/partners/dict/outcome.ts'
import { type SimulatedDict, startDict } from '@eclusa/simulators/dict/dict.ts'
import { makePapers, type Papers } from '@eclusa/simulators/dict/documents.ts'
import type { DictTransaction } from '@eclusa/simulators/dict/state.ts'
import { afterAll, beforeAll, expect, inject } from 'vitest'

/** Four banks: ours, the two the money passes, and an uninvolved one. */
export const OURS = '11111111'
export const FIRST = '22222222'
export const SECOND = '33333333'
export const OTHER = '4444AB44'

export interface TestDict {
  simulated: SimulatedDict
  /** A client of that bank. Closed with the rest. */
  as(participant: string, settings?: Partial<DictSettings>): Dict
  close(): Promise<void>
}

const participants = [OURS, FIRST, SECOND, OTHER]
let papers: Promise<Papers> | undefined

export async function createTestDict(): Promise<TestDict> {
  // Once in each test process: the banks are the same, at another DICT.
  papers ??= makePapers(participants, inject('folder'))
  const simulated = await startDict({ participants, papers: await papers })
  const clients: Dict[] = []
  return {
    simulated,
    as(participant, settings = {}) {
      const client = createDict({ ...simulated.settingsFor(participant), ...settings })
      clients.push(client)
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await simulated.close()
    },
  }
}

export interface TestBanks extends TestDict {
  ours: Dict
  first: Dict
  second: Dict
  other: Dict
}

/** A DICT for one test file, with a client of each bank, ready before its tests. */
export function createTestParticipants(): TestBanks {
  const banks = {} as TestBanks
  beforeAll(async () => {
    const dict = await createTestDict()
    const [ours, first, second, other] = [OURS, FIRST, SECOND, OTHER].map((bank) => dict.as(bank))
    Object.assign(banks, { ...dict, ours, first, second, other })
  })
  afterAll(() => banks.close())
  return banks
}

/** An error of DICT with that type. */
export const refused = (type: string, status = 400) => expect.objectContaining({ outcome: 'refused', type, status })

export interface PaymentOptions {
  from?: string
  to?: string
  amount?: number
  minutesAgo?: number
  settled?: boolean
  kind?: 'E' | 'D'
}

/** A payment known to DICT, from one account of a bank to one account of another. */
export function pay({ world }: SimulatedDict, options: PaymentOptions = {}): DictTransaction {
  const { from = OURS, to = FIRST, amount = 1_000_00, minutesAgo = 60, settled = true, kind = 'E' } = options
  const at = new Date(world.clock.now().getTime() - minutesAgo * 60_000)
  const minute = at.toISOString().replaceAll(/[-T:]/g, '').slice(0, 12)
  const id = `${kind}${from}${minute}${randomBytes(6).toString('hex').slice(0, 11)}`
  const party = (participant: string, role: string) => ({
    participant,
    number: `${role}-${id.slice(-6)}`,
    person_type: 'NATURAL_PERSON' as const,
  })
  const transaction = { id, debtor: party(from, 'd'), creditor: party(to, 'c'), amount, settled }
  const known = { ...transaction, settlement_time: at.toISOString() }
  world.transactions.set(id, known)
  return known
}

/** A payment out of the account the other one reached, some minutes later. */
export function payOn(
  simulated: SimulatedDict,
  arrival: DictTransaction,
  options: PaymentOptions & { minutesLater?: number },
) {
  const { minutesLater = 5, ...rest } = options
  const onward = pay(simulated, { from: arrival.creditor.participant, to: SECOND, ...rest })
  const settlement_time = new Date(Date.parse(arrival.settlement_time) + minutesLater * 60_000).toISOString()
  const known = { ...onward, debtor: arrival.creditor, settlement_time }
  simulated.world.transactions.set(known.id, known)
  return known
}

/** The value of an expected success. Otherwise the test stops with the error. */
export function done<T>(outcome: Outcome<T>): T {
  if (outcome.outcome !== 'done') throw new Error(`expected done, got ${JSON.stringify(outcome)}`)
  return outcome.value
}

export const contact = { email: 'fraudes@eclusa.example', phone: '+5561988887777' }
