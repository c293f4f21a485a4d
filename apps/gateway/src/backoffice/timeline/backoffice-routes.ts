import { listTimeline } from './list-timeline.ts'

export const timelineRoutes = [listTimeline]
