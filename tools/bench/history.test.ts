import { expect, it } from 'vitest'
import { pictureOf } from './chart.ts'
import { keptOf, regressions, withRun } from './history.ts'
import { compare, latency, type WorkFigures } from './measure.ts'
import { table } from './report.ts'
import type { Turn } from './variants.ts'

const turn = (perSecond: number): Turn => ({
  perSecond,
  busy: 0.4,
  processMicroseconds: 900,
  postgresMicroseconds: 1_600,
  walBytes: 7_000,
  refused: 0,
  acknowledged: [],
})
const sure = (median: number) => ({ median, low: median, high: median })
/** `unlike` is the null pair's ratio in some rounds. */
const figuresAt = (gateway: number, again = gateway, unlike = 0.9): WorkFigures => ({
  work: 'patch-account',
  connections: 16,
  ...compare({
    gateway: [turn(gateway), turn(gateway * 1.1), turn(gateway * 0.9)],
    null: [turn(again), turn(again * 1.1), turn(again * unlike)],
    pgbench: [turn(1_000), turn(1_000), turn(1_000)],
  }),
  statements: 11,
  flushes: 3,
  open: { rate: gateway / 2, unsent: 0, p50: sure(2), p99: sure(9), p999: sure(20), stolen: sure(0) },
  acknowledged: 10,
  found: 10,
})
const before = keptOf('aaaaaaa', '2026-11-16', [figuresAt(600)])

it('a run whose gateway differs from itself is void', () => {
  expect(figuresAt(600).isVoid).toBe(false)
  expect(figuresAt(600, 600, 0.75).isVoid).toBe(true)
  expect(figuresAt(600, 700).isVoid).toBe(true)
  expect(figuresAt(600, 520).isVoid).toBe(true)
})

it('latency is reported over all rounds, and separately over those without stolen processor time', () => {
  const round = (served: number[], stolen: number) => ({
    seconds: 1,
    busy: 0,
    sent: served.length,
    unsent: 0,
    statuses: {},
    acknowledged: [],
    served,
    stolen,
  })
  const some = latency([round([2, 2, 3], 0), round([2, 90, 200], 0.2), round([2, 3, 4], 0.01)])
  expect(some.p999.median).toBe(200)
  expect(some.stolen.median).toBe(0.01)
  expect(some.calm).toMatchObject({ rounds: 2, p999: { median: 4 } })
  expect(latency([round([5], 0.5)]).calm).toBeUndefined()
})

it('half of what was kept is a regression, noise is none, and without a kept run there is nothing to hold it to', () => {
  expect(regressions([figuresAt(320)], [before])).toEqual([])
  expect(regressions([figuresAt(200)], [before])).toEqual([expect.stringContaining('0.20 of pgbench, and was 0.60')])
  expect(regressions([figuresAt(200)], [])).toEqual([])
})

it('a work that was void in the last run is held to the one before', () => {
  const later = keptOf('bbbbbbb', '2026-11-17', [{ ...figuresAt(800), work: 'get-account' }])
  expect(regressions([figuresAt(200)], [before, later])).toEqual([expect.stringContaining('and was 0.60')])
  expect(pictureOf([before, later])).toContain('PATCH account, 16 connections: 0.60')
})

it('a commit of which a work is measured again keeps its others', () => {
  const got = keptOf('aaaaaaa', '2026-11-17', [{ ...figuresAt(800), work: 'get-account' }])
  const again = keptOf('aaaaaaa', '2026-11-18', [figuresAt(610)])
  const [kept, ...more] = withRun(withRun([before], got), again)
  expect(more).toEqual([])
  expect(kept!.works.map(({ work, ratios }) => [work, ratios.pgbench!.median])).toEqual([
    ['patch-account', 0.61],
    ['get-account', 0.8],
  ])
})

it('a commit that is measured again is kept once', () => {
  const again = keptOf('aaaaaaa', '2026-11-17', [figuresAt(610)])
  const later = keptOf('bbbbbbb', '2026-11-17', [figuresAt(800)])
  expect(withRun(withRun([before], later), again).map(({ commit }) => commit)).toEqual(['bbbbbbb', 'aaaaaaa'])
})

it('the table and the picture say the ratio with its interval', () => {
  expect(table([figuresAt(600)])).toContain('0.60 [0.54-0.66]')
  const picture = pictureOf([before, keptOf('bbbbbbb', '2026-11-17', [figuresAt(800)])])
  expect(picture).toContain('PATCH account, 16 connections: 0.80 of its statements by pgbench.')
  expect(picture).toContain('aaaaaaa')
  expect(picture).not.toMatch(/NaN|undefined/)
})
