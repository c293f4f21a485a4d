import { queries } from '@eclusa/ui/api/query-client.ts'
import type { RouteIds } from '@tanstack/react-router'
import { me, type Role } from './api/queries.ts'
import { pagesOf } from './layout/pages.ts'
import { caseList } from './queue/case-list.ts'
import { readFilters } from './queue/filters.ts'
import { router } from './router.tsx'

/**
 * Prefetches the data of the first page: the person, the page's code, and then the rows of the queue. A person without
 * access to the queue is redirected, and their browser does not request the rows.
 */
export function prefetchFirstPage(): void {
  const person = queries.fetchQuery(me)
  person.catch(() => {})
  for (const { routeId, search } of router.matchRoutes(router.latestLocation)) {
    void router.loadRouteChunk(router.routesById[routeId as RouteIds<typeof router.routeTree>])
    // When the request for the person fails, the page itself shows why.
    if (routeId === '/') void person.then(({ roles }) => prefetchQueue(roles, search)).catch(() => {})
  }
}

async function prefetchQueue(roles: readonly Role[], search: Record<string, unknown>): Promise<void> {
  if (pagesOf(roles)[0]?.to === '/') await queries.prefetchInfiniteQuery(caseList(readFilters(search)))
}
