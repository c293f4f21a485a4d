import type { Example } from './example.ts'
import { type FilePart, multipart, multipartHeaders } from './files.ts'
import {
  field,
  file,
  LEGAL,
  legalBody,
  NATURAL,
  naturalAccount,
  naturalBody,
  personsOf,
  picture,
  REPRESENTATIVES,
  representativeBody,
  SHAREHOLDERS,
  shareholderBody,
  USERS,
} from './persons.ts'
import { shown } from './recorded-shape.ts'

const sending = (method: 'POST' | 'PUT', url: string, parts: FilePart[]) => ({
  method,
  url,
  headers: multipartHeaders,
  body: multipart(parts),
})

export const personsExamples: Record<string, Example> = {
  async createUserAccount() {
    return { method: 'POST', url: `${USERS}/accounts`, body: naturalAccount() }
  },
  async listUserAccounts(gateway, user) {
    const persons = personsOf(gateway, user)
    const { body } = await persons.get(`${USERS}/accounts/${await persons.account()}`)
    return { method: 'GET', url: `${USERS}/accounts?page_size=1&search=${String(body['document'])}` }
  },
  async getUserAccount(gateway, user) {
    return { method: 'GET', url: `${USERS}/accounts/${await personsOf(gateway, user).account()}` }
  },
  async updateUserAccount(gateway, user) {
    const url = `${USERS}/accounts/${await personsOf(gateway, user).account()}`
    return { method: 'PATCH', url, body: shown('updateUserAccount') }
  },
  async withdrawUserAccount(gateway, user) {
    return { method: 'DELETE', url: `${USERS}/accounts/${await personsOf(gateway, user).account()}` }
  },
  async createOnboarding(gateway, user) {
    return { method: 'POST', url: NATURAL, body: naturalBody(await personsOf(gateway, user).account()) }
  },
  async listOnboardings(gateway, user) {
    await personsOf(gateway, user).natural()
    await personsOf(gateway, user).natural()
    return { method: 'GET', url: `${NATURAL}?page_size=1` }
  },
  async listOnboardingsWithSteps(gateway, user) {
    const persons = personsOf(gateway, user)
    await persons.natural()
    const { id } = await persons.complete()
    await persons.post(`${LEGAL}/${id}/finalize`)
    return { method: 'GET', url: '/v1/users/onboardings/with-steps?page_size=1' }
  },
  async getOnboarding(gateway, user) {
    return { method: 'GET', url: `${NATURAL}/${await personsOf(gateway, user).natural()}` }
  },
  async updateOnboarding(gateway, user) {
    const url = `${NATURAL}/${await personsOf(gateway, user).natural()}`
    return { method: 'PATCH', url, body: shown('updateOnboarding') }
  },
  async withdrawOnboarding(gateway, user) {
    return { method: 'DELETE', url: `${NATURAL}/${await personsOf(gateway, user).natural()}` }
  },
  async uploadOnboardingDocuments(gateway, user) {
    const url = `${NATURAL}/${await personsOf(gateway, user).natural()}/documents`
    return sending('POST', url, [file('selfie', picture())])
  },
  async listOnboardingDocuments(gateway, user) {
    const persons = personsOf(gateway, user)
    const url = `${NATURAL}/${await persons.natural()}/documents`
    await persons.send(url, [file('selfie', picture())])
    return { method: 'GET', url }
  },
  async replaceOnboardingDocument(gateway, user) {
    const persons = personsOf(gateway, user)
    const url = `${NATURAL}/${await persons.natural()}/documents`
    const { body } = await persons.send(url, [file('selfie', picture())])
    const [selfie] = body['documents'] as { id: string }[]
    return sending('PUT', `${url}/${selfie!.id}`, [file('file', picture())])
  },
  async createLegalPersonOnboarding(gateway, user) {
    const user_account_id = await personsOf(gateway, user).company()
    return { method: 'POST', url: LEGAL, body: legalBody(user_account_id) }
  },
  async listLegalPersonOnboardings(gateway, user) {
    await personsOf(gateway, user).legal()
    await personsOf(gateway, user).legal()
    return { method: 'GET', url: `${LEGAL}?page_size=1` }
  },
  async getLegalPersonOnboarding(gateway, user) {
    return { method: 'GET', url: `${LEGAL}/${await personsOf(gateway, user).legal()}` }
  },
  async updateLegalPersonOnboarding(gateway, user) {
    const url = `${LEGAL}/${await personsOf(gateway, user).legal()}`
    return { method: 'PATCH', url, body: shown('updateLegalPersonOnboarding') }
  },
  async withdrawLegalPersonOnboarding(gateway, user) {
    return { method: 'DELETE', url: `${LEGAL}/${await personsOf(gateway, user).legal()}` }
  },
  async uploadCompanyDocument(gateway, user) {
    const url = `${LEGAL}/${await personsOf(gateway, user).legal()}/documents`
    return sending('POST', url, [field('type', 'social_contract'), file('file', picture())])
  },
  async listCompanyDocuments(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.legal()
    await persons.companyDocuments(id)
    return { method: 'GET', url: `${LEGAL}/${id}/documents` }
  },
  async replaceCompanyDocument(gateway, user) {
    const persons = personsOf(gateway, user)
    const url = `${LEGAL}/${await persons.legal()}/documents`
    const { body } = await persons.send(url, [field('type', 'social_contract'), file('file', picture())])
    return sending('PUT', `${url}/${String(body['id'])}`, [file('file', picture())])
  },
  async finalizeLegalPersonOnboarding(gateway, user) {
    const { id } = await personsOf(gateway, user).complete()
    return { method: 'POST', url: `${LEGAL}/${id}/finalize` }
  },
  async createShareholder(gateway, user) {
    const onboarding_id = await personsOf(gateway, user).legal()
    return { method: 'POST', url: SHAREHOLDERS, body: shareholderBody(onboarding_id) }
  },
  async listShareholders(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.legal()
    await persons.shareholder(id)
    await persons.shareholder(id)
    return { method: 'GET', url: `${SHAREHOLDERS}?page_size=1` }
  },
  async getShareholder(gateway, user) {
    const persons = personsOf(gateway, user)
    const { id } = await persons.shareholder(await persons.legal())
    return { method: 'GET', url: `${SHAREHOLDERS}/${id}` }
  },
  async updateShareholder(gateway, user) {
    const persons = personsOf(gateway, user)
    const { id } = await persons.shareholder(await persons.legal())
    return { method: 'PATCH', url: `${SHAREHOLDERS}/${id}`, body: shown('updateShareholder') }
  },
  async withdrawShareholder(gateway, user) {
    const persons = personsOf(gateway, user)
    const { id } = await persons.shareholder(await persons.legal())
    return { method: 'DELETE', url: `${SHAREHOLDERS}/${id}` }
  },
  async createLegalRepresentative(gateway, user) {
    const persons = personsOf(gateway, user)
    const { id, document } = await persons.shareholder(await persons.legal())
    return { method: 'POST', url: REPRESENTATIVES, body: representativeBody(id, document) }
  },
  async listLegalRepresentatives(gateway, user) {
    const persons = personsOf(gateway, user)
    await persons.representative(await persons.shareholder(await persons.legal()))
    return { method: 'GET', url: `${REPRESENTATIVES}?page_size=1` }
  },
  async getLegalRepresentative(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    return { method: 'GET', url: `${REPRESENTATIVES}/${id}` }
  },
  async updateLegalRepresentative(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    return { method: 'PATCH', url: `${REPRESENTATIVES}/${id}`, body: shown('updateLegalRepresentative') }
  },
  async withdrawLegalRepresentative(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    return { method: 'DELETE', url: `${REPRESENTATIVES}/${id}` }
  },
  async uploadRepresentativeDocument(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    return sending('POST', `${REPRESENTATIVES}/${id}/documents`, [
      field('document_type', 'selfie'),
      file('file', picture()),
    ])
  },
  async listRepresentativeDocuments(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    await persons.representativeDocuments(id)
    return { method: 'GET', url: `${REPRESENTATIVES}/${id}/documents` }
  },
  async replaceRepresentativeDocument(gateway, user) {
    const persons = personsOf(gateway, user)
    const id = await persons.representative(await persons.shareholder(await persons.legal()))
    const url = `${REPRESENTATIVES}/${id}/documents`
    const { body } = await persons.send(url, [field('document_type', 'selfie'), file('file', picture())])
    return sending('PUT', `${url}/${String(body['id'])}`, [file('file', picture())])
  },
}
