import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { type OnboardingPages, openOnboardingPages } from '@eclusa/testing/onboarding-pages.ts'
import { pendingClient } from '@eclusa/testing/pending-client.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { infractionCase, recoveryCase, refundCase, unclaimedReportCase } from '@eclusa/testing/pix-cases.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CaseKindName } from '../../src/backoffice/cases/case-kind.ts'
import { caseKindNames } from '../../src/backoffice/cases/case-kind.ts'
import { caseKinds } from '../../src/case-types.ts'

let pix: TestPix
let pages: OnboardingPages
let user: TestUser
let ana: Page
let number = 0

/** A new waiting case of each kind, with its URL. A missing kind fails the type check. */
const made: Record<CaseKindName, () => Promise<string>> = {
  infraction: async () => (await infractionCase(pix, user)).path,
  refund: async () => (await refundCase(pix, user)).path,
  recovery: async () => (await recoveryCase(pix, user, 3)).path,
  unclaimed_report: async () => (await unclaimedReportCase(pix)).path,
  unclaimed_refund: async () => (await refundCase(pix)).path,
  client: async () => (await pendingClient(pages.gateway, user)).path,
  async account() {
    const { id } = await pendingClient(pages.gateway, user)
    const { rows } = await admin('select id from crossborder_accounts where client_id = $1', [id])
    return `/cases/account/${rows[0].id}?user_id=${user.user_id}`
  },
  onboarding_step: async () => pages.placeOf(await pages.person(magicCpf('CAF', 'review', (number += 1)))),
}
const decided = caseKinds.filter(({ decidable }) => decidable).map(({ name }) => name)
const admin = (text: string, values: unknown[]) => pages.gateway.db.admin.query(text, values)
const kindOf = (path: string) => path.split('/')[2]!
const idOf = (path: string) => path.split('?')[0]!.split('/').at(-1)!
const waits = async (path: string) => {
  const query = path.includes('user_id') ? `?user_id=${new URL(path, pages.url).searchParams.get('user_id')}` : ''
  const as = pages.desk.person('vera', 'viewer')
  const { body } = await pages.desk.ask({ url: `/v1/cases/${kindOf(path)}/${idOf(path)}${query}`, as })
  return body['waiting'] as boolean
}
async function open(path: string, page = ana): Promise<void> {
  await page.goto(`${pages.url}${path}`)
  await page.getByRole('heading', { name: 'Decisão', exact: true }).waitFor()
}
/** Decides by keyboard only: the key of the option, further fields, and a typed reason. */
async function decide(page: Page, key: string, reason: string, { fraud = false } = {}): Promise<void> {
  await page.keyboard.press(key)
  if (fraud) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
  }
  await giveReason(page, reason)
  await page.keyboard.press('Control+Enter')
}
async function giveReason(page: Page, reason: string): Promise<void> {
  const field = page.getByLabel('Motivo')
  while (!(await field.evaluate((it) => it.matches(':focus')))) await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(reason)
}
const dialog = (page: Page) => page.getByRole('dialog')

beforeAll(async () => {
  pix = await createTestPix()
  pages = await openOnboardingPages({}, pix.gateway)
  pages.desk.services.dict = pix.worker.dict
  user = await pix.gateway.user()
  ana = await pages.visit('Ana')
})
afterAll(async () => {
  await pages.close()
  await pix.close()
})
afterEach(() => expect(pages.complaints.splice(0)).toEqual([]))

describe('every kind of case', () => {
  it('has the destructive option on the same key, in the same place and colour, and nothing is preselected', async () => {
    const looks = new Set<string>()
    for (const kind of caseKindNames) {
      await open(await made[kind]())
      const options = ana.locator('[data-effect]')
      const effects = await options.evaluateAll((all) =>
        all.map((one) => {
          const { color } = getComputedStyle(one.querySelector('span > span')!)
          const checked = one.querySelector('input')!.checked
          return { effect: one.getAttribute('data-effect'), key: one.querySelector('kbd')!.textContent, color, checked }
        }),
      )
      if (!decided.includes(kind)) {
        expect(await ana.locator('main form').count(), kind).toBe(0)
        continue
      }
      expect(
        effects.filter(({ checked }) => checked),
        kind,
      ).toEqual([])
      expect(effects.map(({ effect }) => effect).slice(0, 2), kind).toEqual(['favourable', 'destructive'])
      expect(
        effects.map(({ key }) => key),
        kind,
      ).toEqual(['1', '2', '3'].slice(0, effects.length))
      looks.add(effects[1]!.color)
      // The reason alone decides nothing.
      await giveReason(ana, 'motivo')
      await ana.keyboard.press('Control+Enter')
      expect(await ana.locator('main form button[type=submit]').isDisabled(), kind).toBe(true)
      for (const key of ['1', '2']) {
        await ana.locator('main h1').click()
        await ana.keyboard.press(key)
        const chosen = ana.locator('[data-effect]:has(:checked)')
        expect(await chosen.getAttribute('data-effect'), `${kind} ${key}`).toBe(
          { 1: 'favourable', 2: 'destructive' }[key],
        )
      }
    }
    expect(looks.size).toBe(1)
  })

  it.each(decided)('%s is decided by keyboard with an explicit choice', async (kind) => {
    for (const key of ['1', '2']) {
      const path = await made[kind]()
      await open(path)
      await decide(ana, key, 'conferido à mão', { fraud: kind === 'infraction' && key === '2' })
      await ana
        .getByText(/^Decidido: /)
        .first()
        .waitFor()
      expect(await waits(path), `${kind} ${key}`).toBe(false)
      await ana.reload()
      await ana.getByRole('heading', { name: 'Decisão', exact: true }).waitFor()
      expect(await ana.locator('main form').count(), `${kind} is asked again after a reload`).toBe(0)
    }
  })

  it('an infraction is agreed to only with the chosen type of fraud', async () => {
    const path = await made.infraction()
    await open(path)
    await ana.keyboard.press('2')
    const type = ana.getByLabel('Tipo de fraude')
    expect(await type.inputValue()).toBe('')
    await giveReason(ana, 'conferido')
    await ana.keyboard.press('Control+Enter')
    expect(await ana.getByRole('button', { name: /^Aceitar/ }).isDisabled()).toBe(true)
    await type.selectOption('FRAUD_ACCOUNT')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Decidido: Aceitar').first().waitFor()
    const { rows } = await admin('select analysis_fraud_type from infraction_notifications where id = $1', [idOf(path)])
    expect(rows).toEqual([{ analysis_fraud_type: 'FRAUD_ACCOUNT' }])
  })
})

describe('the next case', () => {
  it('is always one that can be decided, however many others are due earlier', async () => {
    for (const kind of caseKindNames) await made[kind]()
    await ana.goto(`${pages.url}/`)
    await ana.locator('main li a').first().waitFor()
    const offered: string[] = []
    for (;;) {
      const before = ana.url()
      await ana.keyboard.press('n')
      await ana.waitForURL((url) => url.href !== before)
      const { pathname } = new URL(ana.url())
      if (offered.includes(pathname)) break
      offered.push(pathname)
      await ana.locator('[data-effect="destructive"]').waitFor()
    }
    expect(new Set(offered.map(kindOf))).toEqual(new Set(decided))
    const as = pages.desk.person('vera', 'viewer')
    const { body } = await pages.desk.ask({ url: '/v1/cases/counts', as })
    const { waiting, decidable } = body as Record<string, { count: number }>
    expect(offered).toHaveLength(decidable!.count)
    expect(waiting!.count).toBeGreaterThan(decidable!.count)
    await ana.goto(`${pages.url}/`)
    const pageLinks = ana.getByRole('navigation', { name: 'Navegação' })
    await pageLinks.getByRole('link', { name: `Fila ${decidable!.count}` }).waitFor()
  })

  it('what cannot be decided is marked in the queue, and left out of the cases to decide', async () => {
    await ana.goto(`${pages.url}/?kind=refund`)
    await ana.locator('main li').first().getByText('Acompanhar').waitFor()
    await ana.goto(`${pages.url}/`)
    await ana.getByRole('link', { name: /^A decidir/ }).click()
    await ana.waitForURL(`${pages.url}/?decidable=true`)
    await ana.locator('main li a').first().waitFor()
    await expect.poll(() => ana.locator('main li').getByText('Acompanhar').count()).toBe(0)
    for (const path of await ana.locator('main li a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!)))
      expect(decided).toContain(kindOf(path))
  })
})

describe('a decision that contradicts a fact on the page', () => {
  it('asks for a confirmation that Enter alone does not give', async () => {
    const { path, id } = await infractionCase(pix, user, { answered: true })
    await open(path)
    await decide(ana, '2', 'conta de passagem', { fraud: true })
    await dialog(ana).getByText('O cliente diz que não houve fraude e enviou arquivos.').waitFor()
    await ana.keyboard.press('Enter')
    await dialog(ana).waitFor({ state: 'detached' })
    expect(await waits(path)).toBe(true)
    await ana.keyboard.press('Control+Enter')
    await dialog(ana).getByRole('button', { name: 'Decidir mesmo assim' }).click()
    await ana.getByText('Decidido: Aceitar').first().waitFor()
    const { rows } = await admin('select analysis_result from infraction_notifications where id = $1', [id])
    expect(rows).toEqual([{ analysis_result: 'AGREED' }])
  })

  it('is confirmed for an offered reason, also an extended one, and not for a free one', async () => {
    const path = await made.infraction()
    await open(path)
    await ana.keyboard.press('1')
    await ana.getByRole('button', { name: 'O comprovante mostra a entrega do produto' }).click()
    await giveReason(ana, 'O comprovante mostra a entrega do produto, na portaria')
    await ana.keyboard.press('Control+Enter')
    await dialog(ana).getByText('O cliente não enviou arquivos.').waitFor()
    await ana.keyboard.press('Escape')
    await giveReason(ana, 'desacordo comercial')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Decidido: Rejeitar').first().waitFor()
  })

  it('for a step too: requesting documents that were sent needs a confirmation', async () => {
    const path = await made.onboarding_step()
    await open(path)
    await ana.keyboard.press('3')
    await ana.getByRole('button', { name: 'Falta o verso do documento.' }).click()
    await ana.keyboard.press('Control+Enter')
    await dialog(ana).getByText('O verso do documento foi enviado.').waitFor()
    await ana.keyboard.press('Escape')
    expect(await waits(path)).toBe(true)
  })
})

describe('a case of a colleague', () => {
  const takenBy = async (name: string, path: string, more: object = {}) => {
    const as = pages.desk.person(name, 'analyst')
    const url = `/v1/cases/client/${idOf(path)}/assign`
    const body = { user_id: user.user_id, to: 'me', ...more }
    expect((await pages.desk.ask({ method: 'POST', url, as, body })).status).toBe(200)
  }

  it('is decided after a confirmation that names the assignee, also when it was taken after the page was read', async () => {
    const path = await made.client()
    await takenBy('paulo', path)
    await open(path)
    await ana.getByText('Com paulo').waitFor()
    await decide(ana, '1', 'conferido')
    await dialog(ana).getByRole('heading', { name: 'O caso está com paulo' }).waitFor()
    await takenBy('bia', path, { taken_from: 'sub-paulo' })
    await dialog(ana).getByRole('button', { name: 'Decidir mesmo assim' }).click()
    await dialog(ana).getByRole('heading', { name: 'O caso está com bia' }).waitFor()
    expect(await waits(path)).toBe(true)
    await dialog(ana).getByRole('button', { name: 'Decidir mesmo assim' }).click()
    await ana.getByText('Decidido: Aprovar').first().waitFor()
    // The browser itself logs the refusal.
    pages.complaints.splice(0)
  })

  it('is taken after a confirmation, on the page and in the queue', async () => {
    const [first, second] = [await made.client(), await made.client()]
    await takenBy('paulo', first)
    await takenBy('paulo', second)
    await open(first)
    await ana.keyboard.press('a')
    await dialog(ana).getByRole('heading', { name: 'O caso está com paulo' }).waitFor()
    await ana.keyboard.press('Enter')
    await ana.getByText('Com paulo').waitFor()
    await ana.keyboard.press('a')
    await dialog(ana).getByRole('button', { name: 'Assumir mesmo assim' }).click()
    await ana.getByText('Com você').waitFor()

    await ana.goto(`${pages.url}/?kind=client`)
    const row = ana.locator('main li').filter({ has: ana.locator(`a[href*="${idOf(second)}"]`) })
    await row.getByRole('button', { name: 'Assumir' }).click()
    await dialog(ana).getByRole('button', { name: 'Assumir mesmo assim' }).click()
    await row.getByText('Você').waitFor()
  })
})
