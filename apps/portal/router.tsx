import { parseSearch, stringifySearch } from '@eclusa/ui/i18n/search-text.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { readDeliverySearch } from './deliveries/search.ts'
import { readEventSearch } from './events/search.ts'
import { Broken, Missing } from './layout/error-page.tsx'
import { Frame } from './layout/frame.tsx'
import { LeftPage, ReturnPage } from './login/login-page.tsx'
import { session } from './login/session.ts'
import { acting, readActing } from './on-behalf-of/on-behalf-of.ts'
import { readRequestSearch } from './requests/search.ts'

/** Routes: every page of the portal. The URL determines what a page shows, and contains no personal data. */

const root = createRootRoute({ notFoundComponent: Missing })

const returned = createRoute({ getParentRoute: () => root, path: '/return', component: ReturnPage })
const left = createRoute({ getParentRoute: () => root, path: '/left', component: LeftPage })

const inside = createRoute({
  getParentRoute: () => root,
  id: 'in',
  component: Frame,
  validateSearch: readActing,
  // Links keep the user that the page acts for.
  search: { middlewares: [retainSearchParams(['product', 'user'])] },
  // No page is shown before the person and the user are known.
  async beforeLoad({ location, search }) {
    await session.need(location.href)
    await acting.settle(search, import.meta.env.BASE_URL.slice(0, -1) + location.href)
  },
})
const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/endpoints' })
  },
})
const endpoints = createRoute({
  getParentRoute: () => inside,
  path: '/endpoints',
  component: lazyRouteComponent(() => import('./endpoints/endpoints-page.tsx'), 'EndpointsPage'),
})
const oneEndpoint = createRoute({
  getParentRoute: () => inside,
  path: '/endpoints/$endpoint_id',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./endpoints/endpoint-page.tsx'), 'EndpointPage'),
})
const events = createRoute({
  getParentRoute: () => inside,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
})
const oneEvent = createRoute({
  getParentRoute: () => inside,
  path: '/events/$event_id',
  component: lazyRouteComponent(() => import('./events/event-page.tsx'), 'EventPage'),
})
const deliveries = createRoute({
  getParentRoute: () => inside,
  path: '/deliveries',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
})
const oneDelivery = createRoute({
  getParentRoute: () => inside,
  path: '/deliveries/$delivery_id',
  component: lazyRouteComponent(() => import('./deliveries/delivery-page.tsx'), 'DeliveryPage'),
})
const requests = createRoute({
  getParentRoute: () => inside,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
})
const oneRequest = createRoute({
  getParentRoute: () => inside,
  path: '/requests/$request_id',
  component: lazyRouteComponent(() => import('./requests/request-page.tsx'), 'RequestPage'),
})
const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
})

export const router = createRouter({
  basepath: import.meta.env.BASE_URL,
  routeTree: root.addChildren([
    returned,
    left,
    inside.addChildren([
      start,
      endpoints,
      oneEndpoint,
      events,
      oneEvent,
      deliveries,
      oneDelivery,
      requests,
      oneRequest,
      keys,
    ]),
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
