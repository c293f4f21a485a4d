import { watchCases } from './watch-cases.ts'

export const liveRoutes = [watchCases]
