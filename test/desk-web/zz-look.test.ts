import { afterAll, beforeAll, expect, it } from 'vitest'
import { magicCpf } from '../../sandbox/onboarding-checks/magic.ts'
import { freePort } from '../../sandbox/postgres.ts'
import { keepPicture } from '../support/chromium.ts'
import { type DeskPages, openDeskPages } from '../support/desk-pages.ts'
import { drawnPdf, drawnPng } from '../support/drawn.ts'
import { type Case, openTestOnboarding, type TestOnboarding } from '../support/onboarding.ts'
import { field, file, NATURAL, personsOf } from '../support/persons.ts'

let test: TestOnboarding
let pages: DeskPages
beforeAll(async () => {
  test = await openTestOnboarding()
  const port = await freePort()
  await test.gateway.app.listen({ host: 'localhost', port })
  pages = await openDeskPages({ PUBLIC_URL: `http://localhost:${port}` }, test.gateway)
})
afterAll(async () => {
  await pages.close()
  test.gateway.app.server.closeAllConnections()
  await test.close()
})
async function person(document: string): Promise<Case> {
  const user = await test.gateway.user()
  const persons = personsOf(test.gateway, user)
  const account_id = await persons.account({ document, full_name: 'Maria Antonieta das Dores Albuquerque de Vasconcelos e Silva' })
  const id = await persons.natural(account_id)
  const answer = await persons.send(`${NATURAL}/${id}/documents`, [
    field('document_file_type', 'rg'),
    file('selfie', drawnPng(300, 400), 'a.png'),
    file('document_front', drawnPng(640, 400), 'b.png'),
    file('document_back', drawnPng(640, 400), 'c.png'),
    file('address_proof', drawnPdf('Conta de luz'), 'd.pdf'),
  ])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await test.drain()
  return { user, account_id, id, representatives: [] }
}
it('looks', async () => {
  const one = await person(magicCpf('LIVENESS', 'review', 1))
  await test.showFace(one)
  await test.drain()
  const two = await test.company([magicCpf('CAF', 'review', 2), magicCpf('CAF', 'review', 3)])
  await test.submit(two)
  await test.drain()
  const page = await pages.visit('Ana')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('Etapa de cadastro').first().waitFor()
  const pic = (name: string) => keepPicture(page, `look-${name}`)
  await pic('queue')
  const { steps } = await test.state(one)
  const step = steps.find((s) => s['name'] === 'LIVENESS')!
  await page.goto(`${pages.url}/cases/onboarding_step/${step['id']}?user_id=${one.user.user_id}&under_id=${one.id}`)
  await page.getByRole('button', { name: /Abrir documentos/ }).waitFor()
  await pic('closed')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Conferir o vídeo' }).click()
  await pic('dialog')
  await page.keyboard.press('Control+Enter')
  await page.locator('video').waitFor()
  await page.waitForTimeout(800)
  await pic('film')
  for (const key of ['.', '.', '.', ',']) { await page.keyboard.press(key); await page.waitForTimeout(500); console.log(key, await page.evaluate(`document.querySelector('video').currentTime`)) }
  await page.keyboard.press('f')
  await page.waitForTimeout(500)
  await pic('still')
  await page.keyboard.press('r')
  await page.keyboard.press('+')
  await page.keyboard.press(']')
  await page.keyboard.press('e')
  await page.waitForTimeout(500)
  await pic('large')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Comprovante de endereço' }).click()
  await page.waitForTimeout(1500)
  await pic('pdf')
  const { steps: more } = await test.state(two)
  const caf = more.find((s) => s['status'] === 'MANUAL_REVIEW')!
  await page.goto(`${pages.url}/cases/onboarding_step/${caf['id']}?user_id=${two.user.user_id}&under_id=${two.id}`)
  await page.getByRole('button', { name: /Abrir documentos/ }).click()
  await page.getByRole('button', { name: 'Conferir o documento' }).click()
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(1000)
  await page.keyboard.press('3')
  await pic('company')
  console.log(pages.complaints)
})
