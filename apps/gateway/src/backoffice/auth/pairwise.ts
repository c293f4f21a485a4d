import { discover } from '../../http/auth/discovery.ts'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { peopleSettings } from './settings.ts'

/** Throws PairwiseSubjects, or IssuerUnavailable while the issuer does not respond. */
export type RefusePairwise = () => Promise<void>

/**
 * Approvals compare ids of people. An issuer with only pairwise subjects gives one person a different `sub` for each client:
 * in the browser and at the command line one person would be two, and could approve their own proposal.
 */
export class PairwiseSubjects extends Error {
  constructor(issuer: string) {
    super(
      `The issuer ${issuer} gives a person another sub for each client (subject_types_supported: pairwise), so one person could propose in the browser and approve with an access token. Set DESK_PERSON_CLAIM to a claim that is equal in all tokens of a person: oid for Entra ID.`,
    )
    this.name = 'PairwiseSubjects'
  }
}

/** Repeated until the issuer has responded once. */
export function createPairwiseCheck(settings: Settings<typeof peopleSettings>, hasApprovals: boolean): RefusePairwise {
  const { DESK_OIDC_ISSUER: issuer, DESK_PERSON_CLAIM: claim } = settings
  const takesTokens = (settings.DESK_AUDIENCE ?? settings.DESK_CLI_CLIENT_ID) !== undefined
  if (!hasApprovals || !takesTokens || claim !== 'sub') return async () => {}
  let isPairwise: Promise<boolean> | undefined
  const ask = async () => {
    const { subject_types_supported: types } = await discover(issuer)
    return Array.isArray(types) && types.length > 0 && !types.includes('public')
  }
  return async () => {
    isPairwise ??= ask().catch((error: unknown) => {
      isPairwise = undefined
      throw new IssuerUnavailable(error)
    })
    if (await isPairwise) throw new PairwiseSubjects(issuer)
  }
}
