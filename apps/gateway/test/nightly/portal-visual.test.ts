import { readFileSync } from 'node:fs'
import { createPortalEnvironment, LONG_INTEGRATOR, type RoomStage } from '@eclusa/testing/visual/portal-environment.ts'
import { LEADS_ON, roomSights } from '@eclusa/testing/visual/portal-views.ts'
import { pathsOf, see, unseen, urlOf, type VisualView } from '@eclusa/testing/visual/view.ts'
import { lookAtAll } from '@eclusa/testing/visual/visit-all-views.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stage: RoomStage
let sights: VisualView[]
const browsers = new Map<string, Page>()
beforeAll(async () => {
  stage = await createPortalEnvironment()
  sights = roomSights(stage.places)
})
afterAll(() => stage.close())

it('every page of the router is checked', () => {
  const router = readFileSync(new URL('../../../portal/router.tsx', import.meta.url), 'utf8')
  const paths = pathsOf(router).filter((path) => path !== LEADS_ON)
  expect(paths.length).toBeGreaterThan(8)
  expect(unseen(paths, sights)).toEqual([])
})

it('no page has a layout or accessibility problem', async () => {
  const found = await lookAtAll('room', sights, async (sight, looks, picture) => {
    const name = sight.as ?? LONG_INTEGRATOR
    const page = browsers.get(name) ?? (await stage.room.visit(name))
    // The browser's log of the first 401 is no error of the page.
    if (!browsers.has(name)) stage.room.complaints.splice(0)
    browsers.set(name, page)
    const found = await see(page, urlOf(stage.room.url, sight), sight, looks, picture)
    const complaints = stage.room.complaints.splice(0).map((what) => ({ look: 'the browser', what }))
    return sight.refused ? found : [...found, ...complaints]
  })
  expect(found).toEqual([])
}, 1_800_000)
