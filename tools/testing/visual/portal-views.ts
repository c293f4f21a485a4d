import { randomUUID } from 'node:crypto'
import { NEW_INTEGRATOR, type RoomPlaces } from './portal-environment.ts'
import { press, type VisualView } from './view.ts'

const SHOWN = 'main :is(table, dl)'
const DOOR = 'main button'

/** Every page of the portal, in every visually different state. */
export const roomSights = (at: RoomPlaces): VisualView[] => [
  { name: 'endpoints', path: '/endpoints', sign: SHOWN },
  {
    name: 'endpoint-create',
    path: '/endpoints',
    sign: SHOWN,
    async open(page) {
      await page.locator('main header button').click()
      await page.getByRole('radio').nth(1).click()
    },
  },
  { name: 'endpoints-none', path: '/endpoints', sign: 'main p', as: NEW_INTEGRATOR },
  { name: 'endpoint', path: at.endpoint, sign: SHOWN },
  { name: 'events', path: '/events', sign: SHOWN },
  { name: 'events-none', path: '/events', sign: 'main p', as: NEW_INTEGRATOR },
  { name: 'event', path: at.event, sign: SHOWN },
  { name: 'deliveries', path: '/deliveries', sign: SHOWN },
  { name: 'delivery', path: at.delivery, sign: SHOWN },
  { name: 'requests', path: '/requests', sign: SHOWN },
  { name: 'request', path: at.request, sign: SHOWN },
  { name: 'keys', path: '/keys', sign: SHOWN },
  {
    name: 'own-menu',

    path: '/keys',
    sign: SHOWN,
    async open(page) {
      await page.locator('header button[aria-haspopup="menu"]').click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'acting-choose',

    path: '/keys',
    sign: SHOWN,
    async open(page) {
      await page.locator('[role="status"] button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'palette', path: '/keys', sign: SHOWN, open: press('Control+k') },
  { name: 'key-list', path: '/keys', sign: SHOWN, open: press('?') },
  { name: 'missing', path: '/no/such/page', sign: 'a' },
  { name: 'left', path: '/left', sign: DOOR },
  // A rejected one comes last, because the browser logs it a little later.
  {
    name: 'missing-delivery',

    path: `/deliveries/${randomUUID()}`,
    sign: 'main [role="alert"], main button',
    refused: true,
  },
  // Without a login begun here the issuer's redirect is not expected.
  { name: 'return', path: '/return', sign: DOOR, refused: true },
]

/** It shows nothing itself and redirects at once. */
export const LEADS_ON = '/'
