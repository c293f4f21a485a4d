import type { installationSettings } from '../../platform/config/installation.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { DeskRoute } from '../backoffice-route.ts'
import type { deskSettings } from '../settings.ts'

/** Whether a decision of this kind and amount needs a second person. */
export type SecondEyes = (decision: string | undefined, amount: number | undefined) => boolean

type ApprovalSettings = Pick<Settings<typeof deskSettings>, 'DESK_SECOND_EYES'> & Settings<typeof installationSettings>

/** With one of these a single person could open the gateway. A live installation needs a second person for them by default. */
export const liveDefault = ['key_creation', 'grant_creation', 'user_activation', 'network_permission']

/** The kinds that need a second person, each with the amount in cents from which on it does. */
export function readRules({ DESK_SECOND_EYES: setting, INSTALLATION }: ApprovalSettings): Map<string, number> {
  if (setting === undefined) return new Map(INSTALLATION === 'live' ? liveDefault.map((kind) => [kind, 0]) : [])
  if (setting.trim() === 'none') return new Map()
  return new Map(
    setting.split(',').map((rule) => {
      const [kind = '', from = '0'] = rule.trim().split('>=')
      return [kind, Number(from)]
    }),
  )
}

/**
 * Parses `infraction_verdict>=1000000,account_verdict`: kinds of decision, each alone or from an amount in cents on. An
 * unknown kind is rejected, because its author would believe that it is protected.
 */
export function readSecondEyes(settings: ApprovalSettings, routes: Pick<DeskRoute, 'decision'>[]): SecondEyes {
  const known = [...new Set(routes.flatMap(({ decision }) => decision ?? []))].toSorted()
  const rules = readRules(settings)
  for (const kind of rules.keys())
    if (!known.includes(kind))
      throw new Error(`DESK_SECOND_EYES names ${kind}, which is no decision: choose of ${known.join(', ')}`)
  return (decision, amount) => {
    const from = rules.get(decision ?? '')
    // With an unknown amount a second person is required.
    return from !== undefined && (amount === undefined || amount >= from)
  }
}
