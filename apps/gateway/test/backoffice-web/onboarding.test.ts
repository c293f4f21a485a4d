import { magicCpf, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { drawnPng } from '@eclusa/simulators/sampled.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { barriers, keepPicture } from '@eclusa/testing/chromium.ts'
import type { TestingCase } from '@eclusa/testing/onboarding.ts'
import { type OnboardingPages, openOnboardingPages } from '@eclusa/testing/onboarding-pages.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let pages: OnboardingPages
let ana: Page
/** Every URL that the browser visited or requested, and everything it logged. */
const asked: string[] = []
const console: string[] = []
beforeAll(async () => {
  pages = await openOnboardingPages({}, undefined, true)
  ana = await pages.visit('Ana')
  ana.on('request', (request) => asked.push(request.url()))
  ana.on('console', (message) => console.push(message.text()))
})
afterAll(() => pages.close())

let number = 0
const doubted = (step: 'CAF' | 'LIVENESS' | 'DICT') => magicCpf(step, 'review', (number += 1))
const go = async (one: TestingCase, page = ana) => {
  const place = await pages.placeOf(one)
  await page.goto(`${pages.url}${place}`)
  await page.getByRole('heading', { name: 'Decisão' }).waitFor()
  return place
}
const statusOf = async (one: TestingCase) => (await pages.test.state(one)).onboarding
const rowOf = (one: TestingCase) => ana.locator(`main a[href*="${one.id}"]`)
const opened = async (one: TestingCase) =>
  (await journalOf(pages.gateway, one.id)).filter(({ operation }) => operation === 'showOnboardingFiles').length
const until = async (what: () => boolean | Promise<boolean>) => {
  await expect.poll(what).toBe(true)
}
/** Enters the reason in the open dialog, by keyboard. */
const say = async (key: string, reason: string) => {
  await ana.keyboard.press(key)
  await ana.getByRole('dialog').waitFor()
  await ana.keyboard.type(reason)
  await ana.keyboard.press('Control+Enter')
  await ana.getByRole('dialog').waitFor({ state: 'hidden' })
}
/** Drawn, and not only present in the DOM. */
const isDrawn = (name: string) =>
  ana
    .getByRole('img', { name, exact: true })
    .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0)
const film = <Value>(what: string) =>
  ana.locator('video').evaluate((video, name) => (video as never)[name], what) as Promise<Value>

describe('a step of an onboarding', () => {
  it('from the queue to the decision by mouse', async () => {
    const one = await pages.person(doubted('CAF'))
    await ana.getByRole('button', { name: /^Mostrar/ }).click()
    await rowOf(one).click()
    await ana.getByText('C••• F••• N•••').waitFor()
    await ana.getByRole('button', { name: 'Exibir' }).click()
    await ana.getByRole('button', { name: 'Comparar com o documento' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Exibir' }).click()
    await ana.getByText('Canary Full Name').waitFor()

    await ana.getByRole('button', { name: 'Abrir documentos e vídeo' }).click()
    await ana.getByRole('button', { name: 'Conferir o documento' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Abrir documentos e vídeo' }).click()
    await until(() => isDrawn('Frente do documento'))
    await ana.getByRole('button', { name: 'Lado a lado' }).click()
    await until(() => isDrawn('Selfie'))
    const [front] = [ana.getByRole('region', { name: 'Frente do documento' })]
    await front.hover()
    await ana.mouse.wheel(0, -400)
    await expect.poll(() => ana.locator('output').first().innerText()).toMatch(/^2\d\d%$/)
    const turned = () =>
      front.locator('div').evaluate((shown) => (shown as unknown as { style: { transform: string } }).style.transform)
    await ana.getByRole('button', { name: 'Girar' }).first().click()
    expect(await turned()).toContain('rotate(90deg)')
    expect(await ana.locator('output').first().innerText()).toBe('100%')
    await ana.getByRole('button', { name: 'Comprovante de endereço' }).click()
    await until(() => ana.frames().some((frame) => frame.url().startsWith('chrome-extension:')))

    await ana.getByLabel('Pedir reenvio').click()
    await ana.getByRole('button', { name: /^A foto do documento está cortada/ }).click()
    await ana.locator('form').getByRole('button', { name: 'Pedir reenvio' }).click()
    await ana.getByText('Decidido: Pedir reenvio').first().waitFor()
    expect(await statusOf(one)).toMatchObject({
      status: 'invalid',
      failed_message: 'A foto do documento está cortada: envie outra com as quatro bordas visíveis.',
    })
    await ana.getByText('Exibiu os dados do cadastro').waitFor()
  })

  it('and again by keyboard only, with a video frame by frame', async () => {
    const one = await pages.person(doubted('LIVENESS'))
    await pages.test.showFace(one)
    await pages.test.drain()
    await ana.keyboard.press('g')
    await ana.keyboard.press('q')
    await ana.getByRole('heading', { name: 'Fila' }).waitFor()
    await ana.keyboard.press('r')
    await rowOf(one).waitFor()
    do await ana.keyboard.press('j')
    while (!(await rowOf(one).evaluate((link) => link.matches(':focus'))))
    await ana.keyboard.press('Enter')

    await ana.getByRole('heading', { name: 'Decisão' }).waitFor()
    await say('v', 'Comparar')
    await ana.getByText('Canary Mother').waitFor()
    await say('o', 'Ver o rosto')
    await expect.poll(() => film<number>('videoWidth')).toBe(240)
    await ana.keyboard.press('>')
    await ana.keyboard.press('p')
    await expect.poll(() => film<boolean>('ended')).toBe(true)
    expect(await film('playbackRate')).toBe(2)
    await ana.keyboard.press(',')
    await expect.poll(() => film<number>('currentTime')).toBeLessThan(1.19)
    const before = await film<number>('currentTime')
    await ana.keyboard.press(',')
    await expect.poll(() => film<number>('currentTime')).toBeLessThan(before)
    await ana.keyboard.press('.')
    await expect.poll(() => film<number>('currentTime')).toBeGreaterThanOrEqual(before - 0.02)
    await ana.keyboard.press('f')
    await ana.getByRole('img', { name: /^Quadro de 0:0/ }).waitFor()
    await until(() => isDrawn('Selfie'))
    await ana.keyboard.press('+')
    await ana.keyboard.press('+')
    expect(await ana.locator('output').first().innerText()).toBe('156%')

    await ana.keyboard.press('1')
    while (!(await ana.getByRole('button', { name: /^O rosto no vídeo é/ }).evaluate((chip) => chip.matches(':focus'))))
      await ana.keyboard.press('Tab')
    await ana.keyboard.press('Enter')
    await ana.keyboard.press('Control+Enter')
    await ana.getByText('Decidido: Aprovar').first().waitFor()
    expect(await statusOf(one)).toMatchObject({ status: 'finished' })
  })

  it('that waits because another person sent the same document: the page shows why, and links to the other onboarding', async () => {
    const sent = { user: await pages.gateway.user(), front: drawnPng(640, 400) }
    const first = await pages.person(plainCpf((number += 1)), 'Canary First Name', sent)
    const second = await pages.person(plainCpf((number += 1)), 'Canary Second Name', sent)
    await go(second)
    await ana.getByText('outra pessoa enviou o mesmo arquivo de documento').first().waitFor()
    const other = ana.getByRole('region', { name: 'Os mesmos arquivos enviados por outra pessoa' })
    expect(await other.getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining(['Frente do documento', 'C••• F••• N•••', 'Aprovado, falta a prova de vida']),
    )
    await other.getByRole('link').click()
    await ana.waitForURL((url) => url.href.includes(first.id))
    await ana.getByText('Os mesmos arquivos enviados por outra pessoa').first().waitFor()

    await go(second)
    await ana.getByLabel('Aprovar').click()
    await ana.getByRole('button', { name: /^O mesmo arquivo é válido para as duas pessoas/ }).click()
    await ana.locator('form').getByRole('button', { name: 'Aprovar' }).click()
    await ana.getByText('Decidido: Aprovar').first().waitFor()
    expect(await statusOf(second)).toMatchObject({ status: 'approved' })
  })

  it('decided by a colleague meanwhile: the page shows it, and the current state', async () => {
    const one = await pages.person(doubted('DICT'))
    // A page without realtime changes: only its requests are answered.
    const deaf = await ana.context().newPage()
    await deaf.route('**/v1/cases/live', (route) => route.abort())
    await go(one, deaf)
    const { steps } = await pages.test.state(one)
    const { id, version } = steps.find(({ status }) => status === 'MANUAL_REVIEW')!
    const body = { decision: 'REJECTED', seen: Number(version), reason: 'Fraude confirmada.' }
    const url = `/v1/onboardings/${one.id}/steps/${String(id)}/decision`
    const other = pages.desk.person('beatriz', 'analyst')
    expect((await pages.desk.ask({ method: 'POST', url, as: other, body })).status).toBe(200)
    await deaf.keyboard.press('1')
    await deaf.getByRole('textbox', { name: 'Motivo' }).fill('Não é a mesma pessoa.')
    await deaf.keyboard.press('Control+Enter')
    await deaf.getByText('O caso mudou enquanto você analisava').waitFor()
    await deaf.getByText('Este caso não tem decisão pendente.').waitFor()
    await deaf.getByText('Fraude confirmada.').first().waitFor()
    expect(await statusOf(one)).toMatchObject({ status: 'rejected', failed_message: 'Fraude confirmada.' })
    await deaf.close()
    pages.complaints.splice(0)
  })

  it('signed URLs are renewed while a person is present, with the same reason, and discarded otherwise', async () => {
    const one = await pages.person(doubted('CAF'))
    await ana.clock.install()
    await go(one)
    await say('o', 'Conferir')
    await ana.getByText(/^Disponíveis até/).waitFor()
    await ana.mouse.move(300, 300)
    await ana.clock.fastForward('04:50')
    await ana.getByText(/^Links renovados às .* A trilha de auditoria registra a renovação\.$/).waitFor()
    expect(await opened(one)).toBe(2)
    await ana.clock.fastForward('04:50')
    await ana.getByText('Os arquivos foram fechados').waitFor()
    expect([await ana.locator('main img').count(), await opened(one)]).toEqual([0, 2])
    await ana.getByRole('button', { name: 'Abrir novamente' }).click()
    await until(() => isDrawn('Frente do documento'))
    const reasons = (await journalOf(pages.gateway, one.id)).map(({ reason }) => reason)
    expect(reasons).toEqual(['Conferir', 'Conferir', 'Conferir'])
    await ana.clock.resume()
  })
})

describe('a company', () => {
  it('shows its owners and representatives with what each has to send; other formats are offered for download', async () => {
    const one = await pages.company([doubted('CAF'), doubted('CAF')])
    const place = `${pages.url}${await go(one)}`
    const behind = ana.getByRole('list', { name: 'Documentos solicitados' })
    expect(await behind.count()).toBe(2)
    expect(await behind.first().innerText()).toMatch(/Documentos \(CAF\)\s+Análise manual/)
    await ana.getByRole('link', { name: 'Decidir esta etapa' }).click()
    await ana.waitForURL((url) => url.href !== place)
    await ana.getByRole('link', { name: 'Decidir esta etapa' }).waitFor()
    await say('o', 'Conferir')
    // The images of this one are invalid.
    const link = ana.getByRole('link', { name: 'Baixar' })
    await link.waitFor()
    const [download] = await Promise.all([ana.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/\.jpg$/)
    await download.delete()
  })

  it('the link of a liveness check is ended and replaced by permitted roles', async () => {
    const one = await pages.person(magicCpf('CAF', 'approve' as never, (number += 1)))
    await ana.goto(`${pages.url}/cases/onboarding/${one.id}?user_id=${one.user.user_id}`)
    await ana.getByRole('button', { name: 'Revogar o link' }).click()
    await ana.getByRole('button', { name: 'Link enviado à pessoa errada.' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Revogar o link' }).click()
    await ana.getByText('Link revogado').waitFor()
    await ana.getByRole('button', { name: 'Renovar o link' }).click()
    await ana.getByRole('button', { name: 'Tentativas esgotadas.' }).click()
    await ana.getByRole('dialog').getByRole('button', { name: 'Renovar o link' }).click()
    await ana.getByText('2º link').waitFor()
  })
})

describe('the consent', () => {
  const spoken = {
    'pt-BR': ['Consentimentos', 'Informado pelo integrador', 'Registrado pela página', 'Texto mostrado à pessoa'],
    'en-US': ['Consents', 'Stated by the integrator', 'Recorded by the page', 'Text shown to the person'],
  }

  it.each(['pt-BR', 'en-US'] as const)(
    'is shown with its text, and its network once revealed, in %s',
    async (locale) => {
      const one = await pages.person(doubted('LIVENESS'))
      await pages.test.showFace(one)
      await pages.test.drain()
      const page = await pages.visit('Ana', await pages.placeOf(one), { locale })
      const [title = '', stated = '', recorded = '', text = ''] = spoken[locale]
      const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
      for (const words of [stated, recorded, '2026-03']) await panel.getByText(words).waitFor()
      expect(await panel.innerText()).toContain('•••')
      expect(await page.content()).not.toContain('203.0.113.24')
      await panel.getByText(text).click()
      await panel.getByText('Concordo com o uso do vídeo do meu rosto').waitFor()
      expect(await barriers(page)).toEqual([])
      await panel.scrollIntoViewIfNeeded()
      await keepPicture(page, `consents-${locale}`)
      await page.keyboard.press('v')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('Consent')
      await page.keyboard.press('Control+Enter')
      await panel.getByText('203.0.113.24').waitFor()
      await page.context().close()
    },
  )
})

describe('every viewer', () => {
  it('leaves no personal data in a URL of the desk, in storage, in the console or in a cache', async () => {
    const mine = asked.filter((url) => url.startsWith(pages.url))
    const stored = await ana.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
    expect(mine.length).toBeGreaterThan(50)
    const kept = [...mine, ...console, String(stored)].join('\n')
    for (const secret of ['Canary', 'canary', 'Maria', 'signature=', '/objects/']) expect(kept).not.toContain(secret)
    expect(await ana.evaluate('caches.keys()')).toEqual([])
    expect(pages.complaints).toEqual([])
  })
})
