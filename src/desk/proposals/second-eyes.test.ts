import { describe, expect, it } from 'vitest'
import { readSecondEyes } from './second-eyes.ts'

const routes = [{ decision: 'infraction_verdict' }, { decision: 'account_verdict' }, {}]

describe('which decisions need a second pair of eyes', () => {
  it.each([
    ['', 'account_verdict', undefined, false],
    ['account_verdict', 'account_verdict', undefined, true],
    ['account_verdict', 'account_verdict', 0, true],
    ['account_verdict', 'infraction_verdict', 5, false],
    ['account_verdict', undefined, 5, false],
    [' account_verdict , infraction_verdict>=1000 ', 'infraction_verdict', 999, false],
    ['account_verdict,infraction_verdict>=1000', 'infraction_verdict', 1000, true],
    ['infraction_verdict>=1000', 'infraction_verdict', undefined, true],
  ])('%j asks for one of %s about %s: %s', (setting, decision, amount, needed) => {
    expect(readSecondEyes(setting, routes)(decision, amount)).toBe(needed)
  })

  it('a kind that no operation decides is refused, with those there are', () => {
    expect(() => readSecondEyes('account_verdikt', routes)).toThrow(
      'DESK_SECOND_EYES names account_verdikt, which is no decision: choose of account_verdict, infraction_verdict',
    )
  })
})
