import { queries } from '@eclusa/ui/api/query-client.ts'
import { parseSearch, stringifySearch } from '@eclusa/ui/i18n/search-text.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readKeptSearch, readUserSearch } from './admin/search.ts'
import { me } from './api/queries.ts'
import { readProposalSearch } from './approvals/search.ts'
import { readJournalSearch } from './audit-log/search.ts'
import { readCaseSearch } from './cases/case-key.ts'
import { Broken, Missing } from './layout/error-page.tsx'
import { Frame } from './layout/frame.tsx'
import { pagesOf } from './layout/pages.ts'
import { readFilters } from './queue/filters.ts'
import { readFigureSearch } from './statistics/search.ts'

/** Routes: every page of the desk. The URL determines what a page shows, and contains no personal data. */

const root = createRootRoute({
  component: Frame,
  // No page is shown before the person is known.
  beforeLoad: () => queries.ensureQueryData(me),
  notFoundComponent: Missing,
})

const queue = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readFilters,
  // A person without access to the queue starts at the first page of their roles.
  async beforeLoad() {
    const [first] = pagesOf((await queries.ensureQueryData(me)).roles)
    if (first && first.to !== '/') throw redirect({ to: first.to, replace: true })
  },
  component: lazyRouteComponent(() => import('./queue/queue-page.tsx'), 'QueuePage'),
})
const oneCase = createRoute({
  getParentRoute: () => root,
  path: '/cases/$kind/$id',
  validateSearch: readCaseSearch,
  component: lazyRouteComponent(() => import('./cases/case-page.tsx'), 'CasePage'),
})
const proposals = createRoute({
  getParentRoute: () => root,
  path: '/proposals',
  validateSearch: readProposalSearch,
  component: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ProposalsPage'),
})
const oneProposal = createRoute({
  getParentRoute: () => root,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('./approvals/approval-page.tsx'), 'ProposalPage'),
})
const figures = createRoute({
  getParentRoute: () => root,
  path: '/figures',
  validateSearch: readFigureSearch,
  component: lazyRouteComponent(() => import('./statistics/statistics-page.tsx'), 'FiguresPage'),
})
const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  validateSearch: readJournalSearch,
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'JournalPage'),
})
const oneEntry = createRoute({
  getParentRoute: () => root,
  path: '/journal/$sequence',
  component: lazyRouteComponent(() => import('./audit-log/entry-page.tsx'), 'EntryPage'),
})
const keeping = createRoute({
  getParentRoute: () => root,
  path: '/keeping',
  validateSearch: readKeptSearch,
  component: lazyRouteComponent(() => import('./admin/admin-page.tsx'), 'KeepingPage'),
})
const oneUser = createRoute({
  getParentRoute: () => root,
  path: '/keeping/users/$user_id',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./admin/user-page.tsx'), 'UserPage'),
})
const products = createRoute({
  getParentRoute: () => root,
  path: '/keeping/products',
  validateSearch: readKeptSearch,
  component: lazyRouteComponent(() => import('./admin/products-page.tsx'), 'ProductsPage'),
})
const oneProduct = createRoute({
  getParentRoute: () => root,
  path: '/keeping/products/$product_id',
  component: lazyRouteComponent(() => import('./admin/product-page.tsx'), 'ProductPage'),
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/keeping/sessions',
  component: lazyRouteComponent(() => import('./admin/sessions-page.tsx'), 'SessionsPage'),
})
const unclaimed = createRoute({
  getParentRoute: () => root,
  path: '/unclaimed',
  component: lazyRouteComponent(() => import('./unmatched/unmatched-page.tsx'), 'UnclaimedPage'),
})
const marks = createRoute({
  getParentRoute: () => root,
  path: '/marks',
  component: lazyRouteComponent(() => import('./fraud-markers/markers-page.tsx'), 'MarksPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    queue,
    oneCase,
    proposals,
    oneProposal,
    figures,
    journal,
    oneEntry,
    keeping,
    oneUser,
    products,
    oneProduct,
    sessions,
    unclaimed,
    marks,
  ]),
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
