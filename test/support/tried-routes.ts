import { inject } from 'vitest'
import { liveRoutes, routes } from '../../src/api.ts'

/** Every operation that can be tried here: the clock of a test installation is of one server, and a cluster has none. */
export const triedRoutes: typeof routes = inject('nodes') ? liveRoutes : routes
