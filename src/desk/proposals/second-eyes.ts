import type { DeskRoute } from '../desk-route.ts'

/** Whether a decision of this kind, about this much, needs somebody else. */
export type SecondEyes = (decision: string | undefined, amount: number | undefined) => boolean

/**
 * Reads `infraction_verdict>=1000000,account_verdict`: kinds of decision, each alone or from an amount in cents on. One that
 * no operation takes is refused, since whoever wrote it believes that something is watched which is not.
 */
export function readSecondEyes(setting: string, routes: Pick<DeskRoute, 'decision'>[]): SecondEyes {
  const known = [...new Set(routes.flatMap(({ decision }) => decision ?? []))].toSorted()
  const rules = new Map(
    setting
      .split(',')
      .map((rule) => rule.trim())
      .filter((rule) => rule !== '')
      .map((rule) => {
        const [kind = '', from = '0'] = rule.split('>=')
        if (!known.includes(kind))
          throw new Error(`DESK_SECOND_EYES names ${kind}, which is no decision: choose of ${known.join(', ')}`)
        return [kind, Number(from)]
      }),
  )
  return (decision, amount) => {
    const from = rules.get(decision ?? '')
    // Of how much it is about is not known: somebody else looks.
    return from !== undefined && (amount === undefined || amount >= from)
  }
}
