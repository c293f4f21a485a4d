import { exampleAddress } from '@eclusa/gateway/src/areas/onboarding/fields.ts'
import { ownBytes } from '@eclusa/simulators/unique-bytes.ts'
import { type FilePart, multipart, multipartHeaders, samples } from './files.ts'
import type { AskGateway, TestGateway, TestResponse, TestUser } from './gateway.ts'
import { shown } from './recorded-shape.ts'

/** Persons of all kinds, made over HTTP as by an integrator. */

/** The two check digits, by the printed rule. */
function checked(stem: string, heaviest: number): string {
  const digit = (characters: string) => {
    const values = Array.from(characters, (character) => character.charCodeAt(0) - 48).toReversed()
    const rest = values.reduce((sum, value, at) => sum + value * (2 + (at % (heaviest - 1))), 0) % 11
    return rest < 2 ? '0' : String(11 - rest)
  }
  const first = digit(stem)
  return stem + first + digit(stem + first)
}

let count = 0
const serial = () => String((count += 1)).padStart(6, '0')
/** Another one each time, in every process: two tests never use the same person. */
const random = (digits: number) => String(Math.floor(Math.random() * 10 ** digits)).padStart(digits, '0')

export const newCpf = () => checked(`1${serial().slice(-4)}${random(4)}`, 11)
/** With letters, as issued now. */
export const newCnpj = () => checked(`A${serial().slice(-5)}${random(2)}0001`, 9)

export const address = exampleAddress

export const naturalAccount = () => ({
  ...shown('createUserAccount'),
  document: newCpf(),
  email: `luiza.${serial()}@pessoa.example`,
})

export const legalAccount = () => ({
  person_type: 'LEGAL_PERSON',
  name: 'Canário',
  full_name: 'Canário Comércio LTDA',
  document: newCnpj(),
  email: `empresa.${serial()}@empresa.example`,
  active: true,
  legal_person_type: 'LTDA',
})

export const naturalBody = (user_account_id: string) => ({ ...shown('createOnboarding'), user_account_id })
export const legalBody = (user_account_id: string) => ({ ...shown('createLegalPersonOnboarding'), user_account_id })

export const shareholderBody = (onboarding_id: string, document = newCpf()) => ({
  ...shown('createShareholder'),
  onboarding_id,
  document,
})

export const representativeBody = (shareholder_id: string, document: string) => ({
  ...shown('createLegalRepresentative'),
  shareholder_id,
  document,
})

/** The same request once more, on purpose. */
export const again = { 'x-include-replay-protection-schema': 'nonce' }

export interface Persons {
  post(url: string, body?: unknown, headers?: AskGateway['headers']): Promise<TestResponse>
  get(url: string): Promise<TestResponse>
  patch(url: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** A new nonce each time: the same again is no repeat of the first. */
  withdraw(url: string, headers?: Record<string, string>): Promise<TestResponse>
  /** Sends files and fields; PUT replaces. */
  send(url: string, parts: FilePart[], method?: 'POST' | 'PUT'): Promise<TestResponse>
  account(fields?: object, headers?: AskGateway['headers']): Promise<string>
  company(fields?: object): Promise<string>
  /** A natural person's onboarding without documents, for a new or a given account. */
  natural(account_id?: string): Promise<string>
  /** A company's, with nothing else. */
  legal(account_id?: string): Promise<string>
  shareholder(onboarding_id: string, fields?: object): Promise<{ id: string; document: string }>
  representative(shareholder: { id: string; document: string }, fields?: object): Promise<string>
  representativeDocuments(id: string): Promise<void>
  companyDocuments(id: string): Promise<void>
  /** A complete company with two representatives. */
  complete(): Promise<{ id: string; shareholders: string[]; representatives: string[] }>
}

export const file = (name: string, bytes: Buffer = samples.jpeg, file_name = 'rosto-canario.jpg'): FilePart => ({
  name,
  file_name,
  bytes,
})
export const field = (name: string, bytes: string): FilePart => ({ name, bytes })

export const USERS = '/v2/users'
export const NATURAL = `${USERS}/onboardings`
export const LEGAL = `${USERS}/onboardings/legal-person`
export const REPRESENTATIVES = `${USERS}/legal-representatives`
export const SHAREHOLDERS = `${USERS}/shareholders`

/** Another picture each time: the same upload twice is a repeat, and equal bytes of two people wait for an analyst. */
export const picture = () => ownBytes(samples.jpeg, serial() + random(2))

export function personsOf(gateway: TestGateway, as: TestUser): Persons {
  const made = (answer: TestResponse): string => {
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return String(answer.body['id'])
  }
  const persons: Persons = {
    post: (url, body, headers = {}) => gateway.ask({ method: 'POST', url, as, body, headers }),
    get: (url) => gateway.ask({ url, as }),
    patch: (url, body, headers = {}) =>
      gateway.ask({ method: 'PATCH', url, as, body, headers: { ...again, ...headers } }),
    withdraw: (url, headers = {}) => gateway.ask({ method: 'DELETE', url, as, headers: { ...again, ...headers } }),
    send: (url, parts, method = 'POST') =>
      gateway.ask({ method, url, as, headers: multipartHeaders, body: multipart(parts) }),
    account: async (fields = {}, headers = {}) =>
      made(await persons.post(`${USERS}/accounts`, { ...naturalAccount(), ...fields }, headers)),
    company: async (fields = {}) => made(await persons.post(`${USERS}/accounts`, { ...legalAccount(), ...fields })),
    natural: async (account_id) =>
      made(await persons.post(NATURAL, naturalBody(account_id ?? (await persons.account())))),
    legal: async (account_id) => made(await persons.post(LEGAL, legalBody(account_id ?? (await persons.company())))),
    async shareholder(onboarding_id, fields = {}) {
      const sent = { onboarding_id, name: 'Inês Canário Prado', document: newCpf(), type: 'PARTNER', ...fields }
      const answer = await persons.post(SHAREHOLDERS, sent)
      return { id: made(answer), document: String(answer.body['document']) }
    },
    representative: async ({ id, document }, fields = {}) =>
      made(await persons.post(REPRESENTATIVES, { ...representativeBody(id, document), ...fields })),
    async representativeDocuments(id) {
      const card = [field('document_type', 'identity_document'), field('identity_document_type', 'national_id')]
      const sent = [
        [field('document_type', 'selfie')],
        [field('document_type', 'qualification_declaration')],
        [...card, field('document_side', 'front')],
        [...card, field('document_side', 'back')],
      ]
      for (const fields of sent)
        made(await persons.send(`${REPRESENTATIVES}/${id}/documents`, [...fields, file('file', picture())]))
    },
    async companyDocuments(id) {
      for (const type of ['social_contract', 'balance_sheet'])
        made(await persons.send(`${LEGAL}/${id}/documents`, [field('type', type), file('file', picture())]))
    },
    async complete() {
      const id = await persons.legal()
      const [first, second] = [await persons.shareholder(id), await persons.shareholder(id)]
      const representatives = [await persons.representative(first), await persons.representative(second)]
      for (const representative of representatives) await persons.representativeDocuments(representative)
      await persons.companyDocuments(id)
      return { id, shareholders: [first.id, second.id], representatives }
    },
  }
  return persons
}
