import type { Variant } from '@eclusa/ui/components/badge.tsx'

/**
 * The effect of a decision on the customer. It determines the key, position and colour of an option, so that a key that
 * rejects in one kind of case never approves in another.
 */
export const effects = {
  favourable: { key: '1', tone: 'good' },
  destructive: { key: '2', tone: 'bad' },
  other: { key: '3', tone: 'warn' },
} as const satisfies Record<string, { key: string; tone: Variant }>
export type Effect = keyof typeof effects

/** The decisions of each kind of case. Null where the core, DICT or a missing record decides, and not the desk. */
export const verdicts = {
  infraction: { favourable: 'DISAGREED', destructive: 'AGREED' },
  refund: null,
  recovery: null,
  unclaimed_report: null,
  unclaimed_refund: null,
  client: { favourable: 'ACTIVE', destructive: 'REJECTED', other: 'EXPIRED' },
  account: { favourable: 'ACTIVE', destructive: 'INACTIVE' },
  onboarding_step: { favourable: 'APPROVED', destructive: 'REJECTED', other: 'RESUBMIT' },
} as const satisfies Record<string, Partial<Record<Effect, string>> | null>

type Verdicts = typeof verdicts
/** The kinds that are decided at the desk. */
export type DecidedKind = { [Kind in keyof Verdicts]: Verdicts[Kind] extends null ? never : Kind }[keyof Verdicts]
type ValuesOf<Options> = Options[keyof Options]
export type VerdictOf<Kind extends DecidedKind> = ValuesOf<Verdicts[Kind]> & string

/** The options of a kind, in the order of their keys. */
export function optionsOf<Kind extends DecidedKind>(kind: Kind): { effect: Effect; value: VerdictOf<Kind> }[] {
  const options: Partial<Record<Effect, string>> = verdicts[kind]
  return (Object.keys(effects) as Effect[]).flatMap((effect) => {
    const value = options[effect]
    return value === undefined ? [] : [{ effect, value: value as VerdictOf<Kind> }]
  })
}
