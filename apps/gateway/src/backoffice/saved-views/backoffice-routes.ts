import { changeView } from './change-view.ts'
import { createView } from './create-view.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'

export const viewRoutes = [listViews, createView, changeView, removeView]
