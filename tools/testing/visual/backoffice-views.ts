import type { Page } from 'playwright-core'
import type { DeskPlaces } from './backoffice-environment.ts'
import { press, type VisualView } from './view.ts'

const CASE = 'main h2'
const ROWS = 'main tbody tr:visible'
const REFUSAL = 'main [role="alert"], main button'
const REASON = 'Conferir com o cadastro, como o cliente pediu por escrito'

/** Enters a reason in the open dialog, and waits until it closes. */
async function giveReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REASON)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}
async function reveal(page: Page): Promise<void> {
  await press('v')(page)
  await giveReason(page)
}
/** Selected, so that the offered reasons and further fields are visible. */
const choose = (number: string) => (page: Page) => page.keyboard.press(number)

/** Every page of the desk, in every visually different state. */
export const deskSights = (at: DeskPlaces): VisualView[] => [
  { name: 'queue', path: '/', sign: 'main li' },
  { name: 'queue-empty', path: '/?assigned_to=me', sign: 'main h1' },
  {
    name: 'queue-found',

    path: '/',
    sign: 'main li',
    async open(page) {
      await page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first().fill(idOf(at.client))
      await page.keyboard.press('Enter')
      await page
        .locator(`main a[href*="${idOf(at.client)}"]`)
        .first()
        .waitFor()
    },
  },
  { name: 'palette', path: '/', sign: 'main li', open: press('Control+k') },
  { name: 'keys', path: at.client, sign: CASE, open: press('?') },
  {
    name: 'own-menu',

    path: '/',
    sign: 'main li',
    async open(page) {
      await page.locator('header button[aria-haspopup="menu"]').last().click()
      await page.getByRole('menu').waitFor()
    },
  },

  { name: 'client', path: at.client, sign: CASE, open: choose('2') },
  { name: 'client-reveal', path: at.client, sign: CASE, open: press('v') },
  { name: 'client-revealed', path: at.client, sign: CASE, open: reveal },
  { name: 'client-waiting', path: at.clientWaiting, sign: CASE },
  { name: 'client-decided', path: at.clientDecided, sign: CASE },
  { name: 'account', path: at.account, sign: CASE, open: reveal },
  { name: 'account-decided', path: at.accountDecided, sign: CASE },
  {
    name: 'step',
    path: at.step,
    sign: CASE,
    async open(page) {
      await press('o')(page)
      await giveReason(page)
      await page.locator('video').waitFor()
      await page.keyboard.press('s')
      await page.keyboard.press('3')
    },
  },
  { name: 'step-decided', path: at.stepDecided, sign: CASE },
  { name: 'step-company', path: at.company, sign: CASE, open: reveal },
  { name: 'onboarding', path: at.onboarding, sign: CASE, open: reveal },

  {
    name: 'infraction',
    path: at.infraction,
    sign: CASE,
    async open(page) {
      await reveal(page)
      await choose('1')(page)
    },
  },
  {
    name: 'infraction-evidence',
    path: at.infraction,
    sign: CASE,
    async open(page) {
      await page.locator('main td button').first().click()
      await giveReason(page)
      await page.locator('main a[target="_blank"]').waitFor()
    },
  },
  { name: 'infraction-waiting', path: at.infractionWaiting, sign: CASE },
  { name: 'infraction-decided', path: at.infractionDecided, sign: CASE },
  { name: 'refund', path: at.refund, sign: CASE, open: reveal },
  { name: 'refund-decided', path: at.refundDecided, sign: CASE },
  { name: 'recovery', path: at.recovery, sign: '[data-account="40"]' },
  {
    name: 'recovery-way',
    path: at.recovery,
    sign: '[data-account="40"]',
    async open(page) {
      await page.getByRole('button', { name: /^(Ampliar|Enlarge)/ }).click()
      await page.getByRole('dialog').locator('[data-account="2"]').click()
    },
  },
  { name: 'recovery-decided', path: at.recoveryDecided, sign: '[data-account="7"]', open: reveal },
  { name: 'unclaimed-report', path: at.unclaimedReport, sign: CASE },
  { name: 'unclaimed-report-decided', path: at.unclaimedReportDecided, sign: CASE },
  { name: 'unclaimed-refund', path: at.unclaimedRefund, sign: CASE },
  { name: 'unclaimed', path: '/unclaimed', sign: ROWS },
  {
    name: 'marks',
    path: '/marks',
    sign: CASE,
    async open(page) {
      const search = page.locator('main form').first()
      await search.locator('input').first().fill('11144477735')
      await search.locator('textarea').fill(REASON)
      await search.locator('[type="submit"]').click()
      await page.locator(ROWS).first().waitFor()
    },
  },

  { name: 'proposals', path: '/proposals', sign: ROWS },
  { name: 'proposals-none', path: '/proposals?status=DECLINED', sign: 'main h1' },
  { name: 'proposal', path: at.proposal, sign: ROWS, open: choose('1') },
  { name: 'proposal-ended', path: at.proposalEnded, sign: ROWS },
  { name: 'figures', path: '/figures?days=7', sign: ROWS },
  { name: 'journal', path: '/journal', sign: ROWS },
  { name: 'journal-entry', path: '/journal/2', sign: ROWS },
  { name: 'users', path: '/keeping', sign: ROWS },
  { name: 'user', path: at.userPage, sign: ROWS },
  {
    name: 'user-act',

    path: at.userPage,
    sign: ROWS,
    async open(page) {
      await page.locator('main header button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'products', path: '/keeping/products', sign: ROWS },
  { name: 'product', path: at.product, sign: ROWS },
  { name: 'sessions', path: '/keeping/sessions', sign: ROWS },

  { name: 'missing', path: '/no/such/page', sign: 'main a' },
  { name: 'missing-case', path: at.nobody, sign: REFUSAL, refused: true },
  { name: 'refused', path: '/keeping', sign: REFUSAL, refused: true, as: 'Vera' },
  // Another origin, and so last: the chosen language is not known there.
  { name: 'unbuilt', path: at.unbuilt, sign: 'a', refused: true },
]

const idOf = (path: string) => path.split('?')[0]!.split('/').at(-1)!
