import { freePort } from '@eclusa/simulators/free-port.ts'
import { drawnPdf, drawnPng } from '@eclusa/simulators/sampled.ts'
import { ownBytes } from '@eclusa/simulators/unique-bytes.ts'
import { expect } from 'vitest'
import { createBackofficePages, type DeskPages } from './backoffice-pages.ts'
import type { TestGateway, TestUser } from './gateway.ts'
import { createTestOnboarding, type TestingCase, type TestOnboarding } from './onboarding.ts'
import { field, file, NATURAL, personsOf } from './persons.ts'

/** The desk's pages with onboardings whose documents can be drawn: the API listens, because it serves the files. */
export interface OnboardingPages extends DeskPages {
  test: TestOnboarding
  /** A submitted person, with all automatic checks done. */
  person: (document: string, full_name?: string, sent?: { user: TestUser; front: Buffer }) => Promise<TestingCase>
  company: (documents: string[]) => Promise<TestingCase>
  /** The address of the page on which the open step is decided. */
  placeOf: (one: TestingCase) => Promise<string>
}

export async function openOnboardingPages(
  settings: NodeJS.ProcessEnv = {},
  given?: TestGateway,
  wholeBrowser = false,
): Promise<OnboardingPages> {
  const test = await createTestOnboarding(given)
  const { gateway } = test
  const port = await freePort()
  await gateway.app.listen({ host: 'localhost', port })
  const pages = await createBackofficePages(
    { PUBLIC_URL: `http://localhost:${port}`, ...settings },
    gateway,
    wholeBrowser,
  )
  return {
    ...pages,
    test,
    async person(document, full_name = 'Canary Full Name', sent) {
      const user = sent?.user ?? (await gateway.user())
      const persons = personsOf(gateway, user)
      const account_id = await persons.account({ document, full_name, mother_name: 'Canary Mother' })
      const id = await persons.natural(account_id)
      const { status, body } = await persons.send(`${NATURAL}/${id}/documents`, [
        field('document_file_type', 'rg'),
        file('selfie', drawnPng(300, 400), 'canary-selfie.png'),
        file('document_front', sent?.front ?? drawnPng(640, 400), 'canary-front.png'),
        file('document_back', drawnPng(640, 400), 'canary-back.png'),
        file('address_proof', ownBytes(drawnPdf('Conta de luz'), document), 'canary-proof.pdf'),
      ])
      expect(status, JSON.stringify(body)).toBe(200)
      await test.drain()
      return { user, account_id, id, representatives: [] }
    },
    async company(documents) {
      const one = await test.company(documents)
      await test.submit(one)
      await test.drain()
      return one
    },
    async placeOf(one) {
      const { steps } = await test.state(one)
      const step = steps.find(({ status }) => status === 'MANUAL_REVIEW')!
      return `/cases/onboarding_step/${String(step['id'])}?user_id=${one.user.user_id}&under_id=${one.id}`
    },
    async close() {
      await pages.close()
      gateway.app.server.closeAllConnections()
      await test.close()
    },
  }
}
