import { plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { type RunningSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createIntegrator,
  films,
  type Integrator,
  type IntegratorFace,
  type IntegratorProblem,
  paper,
  showFace,
} from './integrator.ts'
import { until } from './wait-until.ts'

/** A person with a wrong name becomes a user with transactions: over HTTP, without an operator. */
let sandbox: RunningSandbox
let integrator: Integrator
beforeAll(async () => {
  sandbox = await startSandbox()
  integrator = await createIntegrator(sandbox)
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  await integrator.close()
  expect(sandbox.complaints).toEqual([])
})

const ACCOUNTS = '/v2/users/accounts'
const NATURAL = '/v2/users/onboardings'
const address = { zip_code: '50030230', street: 'Rua da Aurora', number: 29, city: 'Recife' }
const person = {
  person_type: 'NATURAL_PERSON',
  name: 'Luiza',
  full_name: 'Luíza Canária de Sousa',
  document: plainCpf(4_711),
  email: 'luiza.canaria@pessoa.example',
  birth_date: '1991-04-21',
  active: true,
}
interface TestCorrectAPersonAccount {
  id: string
  full_name: string
  target_user_id?: string
  default_wallet_id?: string
}

it('is registered wrongly, corrected, onboarded, finished, and then lists transactions and decodes a billet', async () => {
  // The first attempt, with another person's number: withdrawn.
  const wrong = await integrator.post<TestCorrectAPersonAccount>(ACCOUNTS, { ...person, document: plainCpf(4_712) })
  await integrator.delete(`${ACCOUNTS}/${wrong.id}`)
  await integrator.get(`${ACCOUNTS}/${wrong.id}`, 404)

  const { id: account_id } = await integrator.post<TestCorrectAPersonAccount>(ACCOUNTS, person)
  const said = { user_account_id: account_id, nationality: 'brasileira', pep: false, accepted_terms: true }
  const home = { ...address, federative_unit: 'PE', country: 'Brasil' }
  const { id } = await integrator.post(NATURAL, { ...said, address: home })
  const account = await integrator.patch<TestCorrectAPersonAccount>(`${ACCOUNTS}/${account_id}`, {
    full_name: 'Luiza Canária de Souza',
  })
  expect(account.full_name).toBe('Luiza Canária de Souza')
  await integrator.patch(`${NATURAL}/${id}`, { address: { number: 295 } })
  expect(await integrator.get(`${NATURAL}/${id}`)).toMatchObject({
    full_name: 'Luiza Canária de Souza',
    address: { ...home, number: 295 },
  })

  const card = { document_file_type: 'rg', document_front: paper('frente.jpg'), document_back: paper('verso.jpg') }
  await integrator.send(`${NATURAL}/${id}/documents`, { selfie: paper('rosto.jpg'), ...card }, 200)
  // From here on the checks run and the data is fixed.
  const late = await integrator.patch<IntegratorProblem>(`${ACCOUNTS}/${account_id}`, { name: 'Lu' }, 422)
  expect(late.code).toBe('USER_ACCOUNT_TAKES_NO_CHANGES')
  expect((await integrator.delete<IntegratorProblem>(`${NATURAL}/${id}`, 422)).code).toBe('ONBOARDING_TAKES_NO_CHANGES')

  const { url } = await until('the link', async () => {
    const face = await integrator.get<IntegratorFace>(`${NATURAL}/${id}/liveness`)
    return face.status === 'WAITING_SUBMISSION' && face
  })
  await showFace(url!, films.webm, 'video/webm')
  const finished = await integrator.reaches(id, 'finished')
  const { target_user_id, default_wallet_id } = await integrator.get<TestCorrectAPersonAccount>(
    `${ACCOUNTS}/${account_id}`,
  )
  expect(finished).toMatchObject({ target_user_id, default_wallet_id })

  // As that user: the owner of the product acts for it, with only the ids of the response.
  const acting = {
    'x-product-uuid': sandbox.users[0]!.product_id,
    'x-product-target-user-uuid': target_user_id!,
  }
  for (const headers of [acting, { ...acting, 'x-wallet-uuid': default_wallet_id! }])
    expect(await integrator.get('/api/v2/transactions', 200, headers)).toMatchObject({ data: [], has_next_page: false })
  const billet = { typeable_line: '23790448095616862379336610000006100000000124020' }
  const decoded = await integrator.post('/v2/banking/billet-payments/decode', billet, 201, acting)
  expect(decoded).toMatchObject({ typeable_line: billet.typeable_line })

  await integrator.hears(wrong.id, ['users.account.created', 'users.account.withdrawn'])
  await integrator.hears(account_id, ['users.account.created', 'users.account.updated'])
  const told = await integrator.hears(id, [
    'users.onboarding.created',
    'users.onboarding.updated',
    'users.onboarding.updated',
    'users.onboarding.documents_attached',
    'users.onboarding.submitted',
    'users.onboarding.checks_approved',
    'users.onboarding.liveness_released',
    'users.onboarding.liveness_updated',
    'users.onboarding.finished',
  ])
  expect(told.at(-1)!.data).toMatchObject({ target_user_id, default_wallet_id })
  integrator.expectDiscreet(['Canária', 'canaria', 'Aurora', person.document, '/liveness/'])
})
