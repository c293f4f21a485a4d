import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readCaseSearch } from './cases/case-key.ts'
import { me, queries } from './contract/queries.ts'
import { Broken, Missing } from './frame/broken.tsx'
import { Frame } from './frame/frame.tsx'
import { readFilters } from './queue/filters.ts'

/** Every page of the desk: the table of contents. What a page shows is in its address, and nothing of a person is. */

const root = createRootRoute({
  component: Frame,
  // Nobody sees a page before it is known who looks.
  beforeLoad: () => queries.ensureQueryData(me),
  notFoundComponent: Missing,
})

const queue = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readFilters,
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
  component: lazyRouteComponent(() => import('./figures/figures-page.tsx'), 'FiguresPage'),
})
const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  component: lazyRouteComponent(() => import('./journal/journal-page.tsx'), 'JournalPage'),
})
const keeping = createRoute({
  getParentRoute: () => root,
  path: '/keeping',
  component: lazyRouteComponent(() => import('./keeping/keeping-page.tsx'), 'KeepingPage'),
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
  routeTree: root.addChildren([queue, oneCase, proposals, oneProposal, figures, journal, keeping, unclaimed, marks]),
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Plain names and values, as anybody would write them.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search) {
    const given = Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
    )
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
