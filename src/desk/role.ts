/**
 * What a person of the institution may do at the desk. A viewer looks, with personal fields masked; an analyst reveals and
 * decides cases; an approver is the second pair of eyes; an operator keeps users, products, wallets, keys and webhooks; an
 * auditor reads the journal. None holds another: who does two things is given two roles.
 */
export const roles = ['viewer', 'analyst', 'approver', 'operator', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Who may look at cases, with what is personal masked. */
export const lookers: readonly Role[] = ['viewer', 'analyst', 'approver']

/** Who may see what is personal in a case: a document that is searched for, and what people wrote as they wrote it. */
const revealers: ReadonlySet<Role> = new Set(['analyst', 'approver'])
export const mayReveal = ({ roles: held }: { roles: readonly Role[] }): boolean =>
  held.some((role) => revealers.has(role))

/** Who may look at proposals: everybody, since there are some about all that is done at the desk. */
export const proposalLookers: readonly Role[] = [...roles]
