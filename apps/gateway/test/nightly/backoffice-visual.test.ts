import { readFileSync } from 'node:fs'
import { type DeskStage, LONG, openDeskStage } from '@eclusa/testing/visual/backoffice-environment.ts'
import { deskSights } from '@eclusa/testing/visual/backoffice-views.ts'
import { pathsOf, see, unseen, urlOf, type VisualView } from '@eclusa/testing/visual/view.ts'
import { lookAtAll } from '@eclusa/testing/visual/visit-all-views.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseKinds } from '../../src/case-types.ts'

let stage: DeskStage
let sights: VisualView[]
const browsers = new Map<string, Page>()
beforeAll(async () => {
  stage = await openDeskStage()
  sights = deskSights(stage.places)
})
afterAll(() => stage.close())

it('every page of the router and every kind of case is checked', () => {
  const router = readFileSync(new URL('../../../backoffice/router.tsx', import.meta.url), 'utf8')
  expect(pathsOf(router).length).toBeGreaterThan(10)
  const kinds = caseKinds.map(({ name }) => `/cases/${name}/$id`)
  expect(unseen([...pathsOf(router), ...kinds], sights)).toEqual([])
})

it('no page has a layout or accessibility problem', async () => {
  const found = await lookAtAll('desk', sights, async (sight, looks, picture) => {
    const name = sight.as ?? LONG
    const page = browsers.get(name) ?? (await stage.pages.visit(name, sight.path))
    // The browser's log of the first 401 is no error of the page.
    if (!browsers.has(name)) stage.pages.complaints.splice(0)
    browsers.set(name, page)
    const found = await see(page, urlOf(stage.pages.url, sight), sight, looks, picture)
    const complaints = stage.pages.complaints.splice(0).map((what) => ({ look: 'the browser', what }))
    return sight.refused ? found : [...found, ...complaints]
  })
  expect(found).toEqual([])
}, 1_800_000)
