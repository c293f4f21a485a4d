/**
 * Roles of staff at the desk. A viewer reads with personal fields masked; an analyst reveals and decides cases; an approver
 * gives the second approval; an operator manages users, products, wallets, keys and webhooks; an auditor reads the journal.
 * No role includes another: a person with two tasks gets two roles.
 */
export const roles = ['viewer', 'analyst', 'approver', 'operator', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Roles that may read cases, with personal data masked. */
export const viewerRoles: readonly Role[] = ['viewer', 'analyst', 'approver']

/** Roles that may see personal data of a case: a searched document, and texts as people wrote them. */
const revealers: ReadonlySet<Role> = new Set(['analyst', 'approver'])
export const mayReveal = ({ roles: held }: { roles: readonly Role[] }): boolean =>
  held.some((role) => revealers.has(role))

/** Roles that may read proposals: all of them, because proposals exist for every task of the desk. */
export const proposalLookers: readonly Role[] = [...roles]
