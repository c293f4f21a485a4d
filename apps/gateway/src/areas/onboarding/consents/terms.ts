import { isIP } from 'node:net'
import Type, { type Static } from 'typebox'
import { line, moment } from '../../../http/schema.ts'
import type { BrokenRule } from '../../../platform/errors/fault.ts'
import { broken, onboardingRulesBroken } from '../errors.ts'

export const accepted_terms = Type.Literal(true, { description: 'The person has accepted the terms; always true.' })

/** The integrator states which text it showed, because the gateway does not have the text. */
export const terms = Type.Optional(
  Type.Object(
    {
      version: Type.Optional(line(80, 'Your name for this version of the terms.')),
      sha256: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: 'SHA-256 of the text that the person accepted, in lower-case hexadecimal.',
        }),
      ),
      language: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
          description: 'Language of that text, as a BCP 47 tag: pt-BR.',
        }),
      ),
      accepted_at: Type.Optional(moment('When the person accepted: ISO 8601 with zone. Not in the future.')),
      ip_address: Type.Optional(
        Type.String({
          pattern: '^[0-9A-Fa-f.:]{2,45}$',
          description:
            'IPv4 or IPv6 address from which the person accepted. Kept as evidence; events and logs do not contain it.',
        }),
      ),
    },
    { additionalProperties: false, minProperties: 1, title: 'TermsAcceptance' },
  ),
)
/** An example for the API contract. */
export const exampleTerms = {
  version: '2026-03',
  sha256: '51d2361f4faea3bc8f9facdbc7d99abb555596a2e51f7b25fd3b41c93587e616',
  language: 'pt-BR',
  accepted_at: '2026-03-21T14:03:11.000Z',
  ip_address: '203.0.113.24',
}

export type Terms = NonNullable<Static<typeof terms>>

/** Rejects impossible values, with every broken rule. */
export function refuseBrokenTerms({ accepted_at, ip_address }: Terms, now: Date): void {
  const errors: BrokenRule[] = []
  if (accepted_at !== undefined && Date.parse(accepted_at) > now.getTime())
    errors.push(broken('terms/accepted_at', 'IN_THE_PAST', 'não pode estar no futuro', 'must not be in the future'))
  if (ip_address !== undefined && isIP(ip_address) === 0)
    errors.push(
      broken(
        'terms/ip_address',
        'IS_IP_ADDRESS',
        'deve ser um endereço IPv4 ou IPv6',
        'must be an IPv4 or IPv6 address',
      ),
    )
  if (errors.length > 0) throw onboardingRulesBroken({ errors })
}
