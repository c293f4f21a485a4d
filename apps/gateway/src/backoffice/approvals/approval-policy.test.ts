import { describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/config/settings.ts'
import { deskSettings } from '../settings.ts'
import { liveDefault, readSecondEyes } from './approval-policy.ts'

const routes = ['infraction_verdict', 'account_verdict', undefined, ...liveDefault].map((decision) =>
  decision === undefined ? {} : { decision },
)
const asked = (DESK_SECOND_EYES: string | undefined, INSTALLATION: 'live' | 'test' = 'live') =>
  readSecondEyes({ INSTALLATION, ...(DESK_SECOND_EYES !== undefined && { DESK_SECOND_EYES }) }, routes)

describe('which decisions need four-eyes approval', () => {
  it.each([
    ['none', 'account_verdict', undefined, false],
    ['account_verdict', 'account_verdict', undefined, true],
    ['account_verdict', 'account_verdict', 0, true],
    ['account_verdict', 'infraction_verdict', 5, false],
    ['account_verdict', undefined, 5, false],
    [' account_verdict , infraction_verdict>=1000 ', 'infraction_verdict', 999, false],
    ['account_verdict,infraction_verdict>=1000', 'infraction_verdict', 1000, true],
    ['infraction_verdict>=1000', 'infraction_verdict', undefined, true],
  ])('%j requires one for %s about %s: %s', (setting, decision, amount, needed) => {
    expect(asked(setting)(decision, amount)).toBe(needed)
  })

  it('an unknown kind is rejected, with the list of kinds; so is none beside a kind', () => {
    const known = 'choose of account_verdict, grant_creation, infraction_verdict, key_creation, '
    expect(() => asked('account_verdikt')).toThrow(
      `DESK_SECOND_EYES names account_verdikt, which is no decision: ${known}`,
    )
    expect(() => asked('none,account_verdict')).toThrow('DESK_SECOND_EYES names none, which is no decision')
  })
})

describe('where DESK_SECOND_EYES is not set', () => {
  it('a live installation asks for a second person for keys, grants, user activation and private networks', () => {
    expect(liveDefault).toEqual(['key_creation', 'grant_creation', 'user_activation', 'network_permission'])
    for (const decision of liveDefault) expect(asked(undefined)(decision, undefined), decision).toBe(true)
    expect(asked(undefined)('account_verdict', undefined)).toBe(false)
  })

  it('a test installation needs none, and a live one turns them off only with `none`', () => {
    for (const decision of liveDefault) {
      expect(asked(undefined, 'test')(decision, undefined)).toBe(false)
      expect(asked('none')(decision, undefined)).toBe(false)
    }
  })

  it.each([' ', ',', 'account_verdict,'])('%j does not mean none', (value) => {
    expect(() =>
      readSettings({ DESK_SECOND_EYES: deskSettings.DESK_SECOND_EYES }, { DESK_SECOND_EYES: value }),
    ).toThrow('DESK_SECOND_EYES')
  })
})
