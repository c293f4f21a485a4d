import type { IconName } from '@eclusa/ui/components/icon.tsx'
import type { Role } from '../api/queries.ts'

/** The navigation entries, their roles, and the key after g for each. */
export const pages = [
  { name: 'queue', to: '/', key: 'q', roles: ['viewer', 'analyst', 'approver'] },
  { name: 'proposals', to: '/proposals', key: 'p', roles: ['viewer', 'analyst', 'approver', 'operator'] },
  { name: 'unclaimed', to: '/unclaimed', key: 'u', roles: ['viewer', 'analyst', 'approver', 'operator'] },
  { name: 'marks', to: '/marks', key: 'm', roles: ['analyst', 'approver'] },
  { name: 'figures', to: '/figures', key: 'f', roles: ['approver', 'operator', 'auditor'] },
  { name: 'journal', to: '/journal', key: 'j', roles: ['auditor'] },
  { name: 'keeping', to: '/keeping', key: 'k', roles: ['operator'] },
] as const satisfies { name: IconName; to: string; key: string; roles: Role[] }[]

export type NavigationPage = (typeof pages)[number]

export const pagesOf = (given: readonly Role[]): NavigationPage[] =>
  pages.filter(({ roles }) => roles.some((role) => given.includes(role)))
