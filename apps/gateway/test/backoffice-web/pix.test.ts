import { createBackofficePages, type DeskPages } from '@eclusa/testing/backoffice-pages.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { infractionCase, recoveryCase, refundCase, unclaimedReportCase } from '@eclusa/testing/pix-cases.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let pix: TestPix
let pages: DeskPages
let user: TestUser
let ana: Page
beforeAll(async () => {
  pix = await createTestPix()
  pages = await createBackofficePages({ DESK_SECOND_EYES: 'infraction_verdict>=100000000' }, pix.gateway)
  pages.desk.services.dict = pix.worker.dict
  user = await pix.gateway.user()
  ana = await pages.visit('Ana')
})
afterAll(async () => {
  await pages.close()
  await pix.close()
})

const row = async (table: string, id: string) =>
  (await pix.gateway.db.admin.query(`select * from ${table} where id = $1`, [id])).rows[0]

/** Presses the Tab key until this element has the focus, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('nothing there to be reached by the Tab key')
}
/** The first case of a kind in the queue, by keyboard. */
async function openFirst(page: Page, heading: string): Promise<void> {
  await page.locator('main li a').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}
const go = (path: string) => ana.goto(`${pages.url}${path}`)
afterEach(() => expect(pages.complaints.splice(0)).toEqual([]))

describe('an infraction', () => {
  it('is read, followed by a request to the client, and decided by mouse', async () => {
    const { id } = await infractionCase(pix, user, { answered: true })
    await go('/?kind=infraction')
    await ana.locator(`main li a[href*="${id}"]`).click()
    await ana.getByText('Diz que não houve fraude').waitFor()
    expect(await ana.content()).not.toMatch(/98765-4321|joana/)
    // The client's file, with a reason.
    await ana.getByRole('button', { name: 'Abrir' }).click()
    await ana.getByRole('button', { name: 'Analisar a evidência do cliente' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Abrir' }).click()
    expect(await ana.getByRole('link', { name: 'Abrir em outra janela' }).getAttribute('href')).toMatch(/^http/)
    await ana.getByRole('listitem').filter({ hasText: 'Abriu uma evidência' }).waitFor()
    // The question, which the client reads.
    await ana.getByRole('button', { name: 'Pedir informações ao cliente' }).click()
    await ana.getByLabel('Pergunta').fill('A quem foi entregue?')
    await ana.getByRole('button', { name: 'Enviar a pergunta' }).click()
    await ana.getByText('Pergunta enviada: A quem foi entregue?').waitFor()
    // The verdict, at the version that the question made.
    await ana.getByText('Aceitar', { exact: true }).click()
    await ana.getByLabel('Tipo de fraude').selectOption('OTHER')
    const agree = ana.getByRole('button', { name: /^Aceitar/ })
    await ana.getByRole('button', { name: 'O cliente confirmou a fraude' }).click()
    expect(await agree.isDisabled()).toBe(true)
    await ana
      .getByLabel('Detalhes da análise, visíveis à outra instituição')
      .fill('Conta aberta com documento de terceiro.')
    await agree.click()
    // The client has denied it and sent a receipt.
    await ana.getByRole('dialog').getByText('O cliente não confirmou a fraude.').waitFor()
    await ana.getByRole('dialog').getByRole('button', { name: 'Decidir mesmo assim' }).click()
    await ana.getByText('Decidido: Aceitar').first().waitFor()
    expect(await row('infraction_notifications', id)).toMatchObject({
      analysis_result: 'AGREED',
      analysis_fraud_type: 'OTHER',
      analysis_details: 'Conta aberta com documento de terceiro.',
      decision_reason: 'O cliente confirmou a fraude',
    })
  })

  it('is decided by keyboard only', async () => {
    const { id } = await infractionCase(pix, user)
    await go('/?kind=infraction')
    await openFirst(ana, 'Notificação de infração')
    await ana.getByText('Rejeitar', { exact: true }).waitFor()
    await ana.keyboard.press('v')
    await ana.getByLabel('Por que você precisa ver?').waitFor()
    await ana.keyboard.type('ligar para o outro banco')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('+55 11 98765-4321').waitFor()
    await ana.getByRole('dialog').waitFor({ state: 'detached' })
    await ana.keyboard.press('1')
    await tabTo(ana, ana.getByLabel('Motivo'))
    await ana.keyboard.type('desacordo comercial')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Decidido: Rejeitar').first().waitFor()
    expect(await row('infraction_notifications', id)).toMatchObject({
      analysis_result: 'DISAGREED',
      decision_reason: 'desacordo comercial',
    })
  })

  it('of a large amount waits for a second person; a slower colleague reads the decision', async () => {
    const large = await infractionCase(pix, user, { amount: 9_999_999_999_99 })
    await go(large.path)
    await ana.getByText('Rejeitar', { exact: true }).click()
    await ana.getByRole('button', { name: 'Desacordo comercial, sem fraude' }).click()
    await ana.getByRole('button', { name: /^Rejeitar/ }).click()
    await ana.getByText('Aguardando aprovação').waitFor()
    expect(await row('infraction_notifications', large.id)).toMatchObject({ decided_at: null })

    const { id, path } = await infractionCase(pix, user)
    // A page without realtime changes: only its requests are answered.
    const deaf = await ana.context().newPage()
    await deaf.route('**/v1/cases/live', (route) => route.abort())
    await deaf.goto(`${pages.url}${path}`)
    await deaf.getByText('Aceitar', { exact: true }).click()
    await deaf.getByLabel('Tipo de fraude').selectOption('MULE_ACCOUNT')
    await deaf.getByLabel('Motivo').fill('conta de passagem')
    const body = { analysis_result: 'DISAGREED', seen: 2, reason: 'desacordo' }
    const url = `/v1/infractions/${id}/verdict`
    const other = pages.desk.person('rui', 'analyst')
    expect(await pages.desk.ask({ method: 'POST', url, as: other, body })).toMatchObject({ status: 200 })
    await deaf.getByRole('button', { name: /^Aceitar/ }).click()
    await deaf.getByText('O caso mudou enquanto você analisava').waitFor()
    await deaf.getByText('Rejeitada: não houve fraude').first().waitFor()
    await deaf.close()
  })
})

describe('a case without a decision at the desk shows who decides', () => {
  it('refunds, unclaimed refunds and unclaimed reports, by mouse', async () => {
    await Promise.all([refundCase(pix, user), refundCase(pix), unclaimedReportCase(pix)])
    await go('/?kind=refund')
    await ana.locator('main li a').first().click()
    await ana.getByText('Aguardando o core bancário').waitFor()
    await ana.getByText('ITAÚ UNIBANCO', { exact: false }).first().waitFor()
    await ana.getByRole('button', { name: 'Exibir' }).click()
    await ana.getByRole('button', { name: 'Conferir com o cadastro' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Exibir' }).click()
    await ana.getByText('13572468').waitFor()
    await ana.getByRole('button', { name: 'Assumir' }).click()
    await ana.getByText('Com você').waitFor()
    for (const list of ['Notificações não identificadas', 'Devoluções não identificadas']) {
      await ana.getByRole('link', { name: 'Não identificadas' }).click()
      await ana.getByRole('region', { name: list }).getByRole('link').first().click()
      await ana.getByText('Envie o registro do pagamento').waitFor()
    }
  })

  it('and by keyboard only', async () => {
    await go('/?kind=unclaimed_report')
    await openFirst(ana, 'Notificação não identificada')
    await ana.getByText('Envie o registro do pagamento').waitFor()
    await ana.keyboard.press('a')
    await ana.getByText('Com você').waitFor()
    await ana.keyboard.press('Escape')
    await ana.goto(`${pages.url}/?kind=unclaimed_refund`)
    await openFirst(ana, 'Devolução não identificada')
    await ana.goto(`${pages.url}/?kind=refund`)
    await openFirst(ana, 'Devolução')
    await ana.getByText('Aguardando o core bancário').waitFor()
    await ana.keyboard.press('v')
    await ana.getByLabel('Por que você precisa ver?').waitFor()
    await ana.keyboard.type('o core pergunta')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('13572468').waitFor()
  })

  it('an operator, who can send the records, sees unclaimed ones', async () => {
    const carla = await pages.visit('Carla', '/unclaimed')
    await carla.getByRole('region', { name: 'Notificações não identificadas' }).getByRole('row').nth(1).waitFor()
    await carla.getByText('R$ 9.999.999.999,99').first().waitFor()
    await carla.context().close()
  })
})

describe('the tracking graph', () => {
  it('is drawn with every account, and the table shows the same; each selects in the other', async () => {
    const { id } = await recoveryCase(pix, user, 7)
    await go('/?kind=recovery')
    await ana.locator(`main li a[href*="${id}"]`).click()
    await ana.getByText('Segundo o DICT, este pagamento não foi liquidado.').waitFor()
    const account = (number: number) => ana.locator(`[data-account="${number}"]`)
    await account(7).waitFor()
    expect(await ana.locator('[data-account]').count()).toBe(7)
    await ana.locator('.react-flow__edge').nth(5).waitFor()
    expect(await ana.locator('.react-flow__edge').count()).toBe(6)
    const rows = ana.getByRole('region', { name: 'Pagamentos em ordem' }).locator('tbody tr')
    expect(await rows.count()).toBe(6)
    expect((await rows.allTextContents())[0]).toMatch(/R\$\s9\.999\.999\.999,99.*Devolvido/)
    await ana.getByText('6 pagamentos, 7 contas, 6 instituições').waitFor()

    await account(2).click()
    await ana.getByText('Só os pagamentos da conta 2').waitFor()
    // The payment to it, and its three payments.
    expect(await rows.count()).toBe(4)
    await ana.getByRole('button', { name: 'Mostrar todos' }).click()
    expect(await rows.count()).toBe(6)
    await rows
      .nth(3)
      .getByRole('button', { name: /Mostrar o pagamento/ })
      .click()
    expect(await rows.nth(3).getAttribute('aria-current')).toBe('true')
    expect(await ana.locator('.react-flow__edge[class*="chosen"]').count()).toBe(1)
  })

  it('is navigated by keyboard, in the case and enlarged', async () => {
    await go('/?kind=recovery')
    await openFirst(ana, 'Recuperação de valores')
    await ana.locator('[data-account="7"]').waitFor()
    await tabTo(ana, ana.getByRole('button', { name: 'Ampliar' }))
    await ana.keyboard.press('Enter')
    const large = ana.getByRole('dialog')
    await large.locator('[data-account="7"]').waitFor()
    await tabTo(ana, large.locator('[data-account="1"]'))
    await ana.keyboard.press('ArrowRight')
    await ana.keyboard.press('ArrowDown')
    await ana.keyboard.press('ArrowUp')
    await ana.keyboard.press('Enter')
    const chosen = large.locator('[data-account][aria-pressed="true"]')
    expect(await chosen.count()).toBe(1)
    await large.getByText(/Só os pagamentos da conta/).waitFor()
    await ana.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    await ana.getByRole('heading', { name: 'Recuperação de valores', level: 1 }).waitFor()
  })

  it('of hundreds of accounts is still drawn whole', async () => {
    const { path } = await recoveryCase(pix, user, 150)
    await go(path)
    await ana.locator('[data-account="150"]').waitFor()
    expect(await ana.locator('[data-account]').count()).toBe(150)
  })
})

describe('fraud markers of persons', () => {
  it('are created, found and withdrawn, and no document is in a URL or stored', async () => {
    await go('/marks')
    const side = ana.locator('section').filter({ has: ana.getByRole('heading', { name: 'Marcar uma pessoa' }) })
    await side.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await side.getByLabel('Motivo da marcação').fill('conta de passagem')
    expect(await side.getByRole('button', { name: 'Marcar' }).isDisabled()).toBe(true)
    await side.getByLabel('Fraude', { exact: true }).selectOption('MULE_ACCOUNT')
    await side.getByRole('button', { name: 'Marcar' }).click()
    await ana.getByText('A pessoa foi marcada no DICT.').waitFor()
    const search = ana.locator('section').filter({ has: ana.getByRole('heading', { name: 'Marcações registradas' }) })
    await search.getByLabel('CPF ou CNPJ').fill('52998224725')
    await search.getByRole('button', { name: 'A pessoa contesta uma marcação' }).click()
    await search.getByRole('button', { name: 'Buscar' }).click()
    await ana.getByRole('button', { name: 'Cancelar' }).click()
    await ana.getByRole('button', { name: 'Documento digitado errado' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).last().click()
    await ana.getByText('A marcação foi cancelada.').waitFor()
    const kept = await ana.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
    expect(String(kept)).not.toContain('52998224725')
  })

  it('a request without a response from DICT is repeated with the same number', async () => {
    pix.test.simulated.faults.add({ kind: 'reset_after_write', operation: 'createFraudMarker' })
    await go('/marks')
    await ana.getByLabel('CPF ou CNPJ').last().waitFor()
    await tabTo(ana, ana.getByLabel('CPF ou CNPJ').last())
    await ana.keyboard.type('11144477735')
    await ana.keyboard.press('Tab')
    await ana.keyboard.press('ArrowDown')
    await tabTo(ana, ana.getByLabel('Motivo da marcação'))
    await ana.keyboard.type('conta de passagem')
    await ana.keyboard.press('Tab')
    await ana.keyboard.press('Enter')
    await ana.getByText('Resultado no DICT desconhecido').waitFor()
    await tabTo(ana, ana.getByRole('button', { name: 'Enviar novamente' }))
    await ana.keyboard.press('Enter')
    await ana.getByText('A pessoa foi marcada no DICT.').waitFor()
    const made = pix.test.simulated.world.markers.all().filter((each) => each.tax_id_number === '11144477735')
    expect(made).toHaveLength(1)
    pages.complaints.splice(0)
  })
})

it('a deadline uses São Paulo time, wherever the browser is', async () => {
  // Seven days after the report: the 16th, 01:30 in São Paulo.
  const { path } = await unclaimedReportCase(pix, '2026-11-09T04:30:00.000Z')
  const away = await pages.visit('Ana', path, { timezoneId: 'Asia/Tokyo' })
  const left = away.locator('main header time')
  // Before and after midnight there, and after the deadline.
  const times = [
    ['2026-11-16T02:00:00.000Z', 'faltam 2 h 30 min'],
    ['2026-11-16T03:30:00.000Z', 'faltam 1 h'],
    ['2026-11-17T05:31:00.000Z', 'atrasado 1 d 1 h'],
  ] as const
  for (const [now, told] of times) {
    await away.clock.setFixedTime(now)
    await away.reload()
    await left.waitFor()
    expect(await left.textContent()).toBe(told)
    expect(await left.getAttribute('title')).toBe('Prazo: 16/11/2026, 01:30 (horário de Brasília)')
  }
  await away.context().close()
})
