import type { RegisteredBillet } from '@eclusa/gateway/src/partners/billet-registry/registered-billet.ts'
import { daysAfter } from './charges.ts'

/** The raw response, valid or not. */
export interface WireAnswer {
  status: number
  body: string
  headers?: Record<string, string>
  /** The connection ends before the announced length. */
  cut?: true
}

export type Lie = (honest: RegisteredBillet) => WireAnswer

/** Invalid responses of a registry, for tests. Response NN is sent for barcodes ending in 9991NN. */
export const LIES: readonly [name: string, lie: Lie][] = [
  ['another billet', told(({ barcode }) => ({ barcode: `${Number(barcode[0]) ^ 1}${barcode.slice(1)}` }))],
  ['another day', told(({ payment_date }) => ({ payment_date: daysAfter(payment_date, 1) }))],
  [
    'an amount that was not printed',
    told(({ original_amount, charged_amount }) => more(original_amount, charged_amount)),
  ],
  ['a due date that was not printed', told(({ due_date = '2026-01-01' }) => ({ due_date: daysAfter(due_date, 1) }))],
  ['no due date', told(() => ({ due_date: undefined }))],
  ['charges that do not add up', told(({ charged_amount }) => ({ charged_amount: charged_amount + 1 }))],
  [
    'a fine before it is due',
    told(({ charged_amount }) => ({ charged_fine_amount: 1, charged_amount: charged_amount + 1 })),
  ],
  [
    'interest before it is due',
    told(({ charged_amount }) => ({ charged_interest_amount: 1, charged_amount: charged_amount + 1 })),
  ],
  ['a negative fine', told(({ charged_amount }) => ({ charged_fine_amount: -1, charged_amount: charged_amount - 1 }))],
  ['half a cent', told(({ charged_amount }) => ({ charged_fine_amount: 0.5, charged_amount: charged_amount + 0.5 }))],
  ['an amount as text', told(({ original_amount }) => ({ original_amount: String(original_amount) }))],
  ['more money than a slip can print', told(() => ({ original_amount: 1e15, charged_amount: 1e15 }))],
  [
    'a reduction greater than the amount',
    told(({ original_amount }) => ({
      charged_rebate_amount: original_amount + 1,
      charged_interest_amount: 1,
      charged_amount: 0,
    })),
  ],
  ['nothing to pay', told(({ original_amount }) => ({ charged_rebate_amount: original_amount, charged_amount: 0 }))],
  ['charges of yesterday', told(({ payment_date }) => ({ charged_amount_due_date: daysAfter(payment_date, -1) }))],
  ['a limit before the due date', told(({ due_date = '2026-01-01' }) => ({ limit_due_date: daysAfter(due_date, -1) }))],
  ['a day that does not exist', told(() => ({ limit_due_date: '2027-02-30' }))],
  [
    'a minimum over the maximum',
    told(() => ({ divergent_amount_type: 'BETWEEN_MINIMUM_AND_MAXIMUM', min_amount: 2, max_amount: 1 })),
  ],
  ['limits that are not there', told(() => ({ divergent_amount_type: 'BETWEEN_MINIMUM_AND_MAXIMUM' }))],
  ['a way to diverge nobody knows', told(() => ({ divergent_amount_type: 'WHATEVER' }))],
  ['a state nobody knows', told(() => ({ state: 'PERHAPS' }))],
  ['no state', told(() => ({ state: undefined }))],
  ['no document', told(() => ({ beneficiary_document: undefined }))],
  ['a document that is null', told(() => ({ beneficiary_document: null }))],
  ['a document with a wrong check digit', told(() => ({ beneficiary_document: '11222333000182' }))],
  ['a masked document', told(() => ({ beneficiary_document: '***982247**' }))],
  ['a name that is blank', told(() => ({ beneficiary_name: '   ' }))],
  ['a name that writes over itself', told(() => ({ beneficiary_name: 'Joana\u202E odarP' }))],
  ['a list', (honest) => json(200, [honest])],
  ['null', () => json(200, null)],
  ['nothing at all', () => ({ status: 200, body: '' })],
  [
    'a page for people',
    () => ({ status: 200, body: '<html>Bem-vindo</html>', headers: { 'content-type': 'text/html' } }),
  ],
  ['half an answer', (honest) => ({ ...json(200, honest), cut: true })],
  ['more than anyone can read', (honest) => json(200, { ...honest, padding: 'x'.repeat(100_000) })],
  ['a not-found of some proxy', () => ({ status: 404, body: '<h1>404</h1>' })],
  ['a not-found about another billet', () => json(404, { code: 'BILLET_NOT_FOUND', barcode: '0'.repeat(44) })],
  ['a way elsewhere', () => ({ status: 302, body: '', headers: { location: '/elsewhere' } })],
  ['a created', (honest) => json(201, honest)],
  ['a refusal of the question', () => json(400, { code: 'BAD_REQUEST' })],
]

export function json(status: number, value: unknown): WireAnswer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

function told(change: (honest: RegisteredBillet) => object): Lie {
  return (honest) => json(200, { ...honest, ...change(honest) })
}

function more(original_amount: number, charged_amount: number): object {
  return { original_amount: original_amount + 1, charged_amount: charged_amount + 1 }
}
