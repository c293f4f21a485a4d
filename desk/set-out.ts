import type { RouteIds } from '@tanstack/react-router'
import { me } from './contract/queries.ts'
import { queries } from './contract/query-client.ts'
import { caseList } from './queue/case-list.ts'
import { readFilters } from './queue/filters.ts'
import { router } from './router.tsx'

/**
 * Asks at once for all that the first page needs: who looks, the code of the page, and the rows of the queue, on which a day
 * begins. One after the other they would take three journeys. Whoever may not see them is told so by the desk, as later.
 */
export function setOut(): void {
  void queries.prefetchQuery(me)
  for (const { routeId, search } of router.matchRoutes(router.latestLocation)) {
    void router.loadRouteChunk(router.routesById[routeId as RouteIds<typeof router.routeTree>])
    if (routeId === '/') void queries.prefetchInfiniteQuery(caseList(readFilters(search)))
  }
}
