import { listClientActivity } from './list-client-activity.ts'

export const reportRoutes = [listClientActivity]
