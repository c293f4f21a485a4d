import { expect, inject, it } from 'vitest'
import { failures, runKillDrill } from '../../webhooks/kill-workers.ts'

const KILLS = 8
const CALLS = 80

/** The drill of `npm run drill -- webhooks`, shortened: real processes, really killed, a failing receiver. */
it('every effect has one event and every event is delivered, though workers are killed and the receiver fails', async () => {
  const findings = await runKillDrill({
    adminUrl: inject('adminUrl'),
    effects: 600,
    workers: 2,
    killEveryMs: 250,
    killOnMs: 120_000,
    isEnough: (kills, calls) => kills >= KILLS && calls >= CALLS,
    drainMs: 60_000,
    say: () => {},
  })
  expect(findings.effects).toBe(600)
  expect(failures(findings), JSON.stringify(findings)).toEqual([])
  // Without kills and failed calls, nothing was tested.
  expect(findings.kills).toBeGreaterThanOrEqual(KILLS)
  expect(findings.calls_while_killing).toBeGreaterThanOrEqual(CALLS)
}, 300_000)
