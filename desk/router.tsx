import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readCaseSearch } from './cases/case-key.ts'
import { me } from './contract/queries.ts'
import { queries } from './contract/query-client.ts'
import { readFigureSearch } from './figures/search.ts'
import { Broken, Missing } from './frame/broken.tsx'
import { Frame } from './frame/frame.tsx'
import { pagesOf } from './frame/pages.ts'
import { readJournalSearch } from './journal/search.ts'
import { readKeptSearch, readUserSearch } from './keeping/search.ts'
import { readProposalSearch } from './proposals/search.ts'
import { readFilters } from './queue/filters.ts'
import { parseSearch, stringifySearch } from './words/search-text.ts'

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
  component: lazyRouteComponent(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
})
const oneProposal = createRoute({
  getParentRoute: () => root,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('./proposals/proposal-page.tsx'), 'ProposalPage'),
})
const figures = createRoute({
  getParentRoute: () => root,
  path: '/figures',
  validateSearch: readFigureSearch,
  component: lazyRouteComponent(() => import('./figures/figures-page.tsx'), 'FiguresPage'),
})
const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  validateSearch: readJournalSearch,
  component: lazyRouteComponent(() => import('./journal/journal-page.tsx'), 'JournalPage'),
})
const oneEntry = createRoute({
  getParentRoute: () => root,
  path: '/journal/$sequence',
  component: lazyRouteComponent(() => import('./journal/entry-page.tsx'), 'EntryPage'),
})
const keeping = createRoute({
  getParentRoute: () => root,
  path: '/keeping',
  validateSearch: readKeptSearch,
  component: lazyRouteComponent(() => import('./keeping/keeping-page.tsx'), 'KeepingPage'),
})
const oneUser = createRoute({
  getParentRoute: () => root,
  path: '/keeping/users/$user_id',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./keeping/user-page.tsx'), 'UserPage'),
})
const products = createRoute({
  getParentRoute: () => root,
  path: '/keeping/products',
  validateSearch: readKeptSearch,
  component: lazyRouteComponent(() => import('./keeping/products-page.tsx'), 'ProductsPage'),
})
const oneProduct = createRoute({
  getParentRoute: () => root,
  path: '/keeping/products/$product_id',
  component: lazyRouteComponent(() => import('./keeping/product-page.tsx'), 'ProductPage'),
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/keeping/sessions',
  component: lazyRouteComponent(() => import('./keeping/sessions-page.tsx'), 'SessionsPage'),
})
const unclaimed = createRoute({
  getParentRoute: () => root,
  path: '/unclaimed',
  component: lazyRouteComponent(() => import('./unclaimed/unclaimed-page.tsx'), 'UnclaimedPage'),
})
const marks = createRoute({
  getParentRoute: () => root,
  path: '/marks',
  component: lazyRouteComponent(() => import('./marks/marks-page.tsx'), 'MarksPage'),
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
