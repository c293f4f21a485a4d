import { useSyncExternalStore } from 'react'
import type { CaseKey } from '../cases/case-key.ts'
import type { Filters } from './filters.ts'

/** New cases since the list was read. The list shows their position when it is read again. */
interface News {
  come: CaseKey[]
  /** After a gap in the connection: there may be more. */
  missed: boolean
}

const none: News = { come: [], missed: false }
const listeners = new Set<() => void>()
let now = none

function change(next: News): void {
  now = next
  for (const listener of listeners) listener()
}

export const news = {
  add: (key: CaseKey) => change({ ...now, come: [...now.come.filter(({ id }) => id !== key.id), key] }),
  miss: () => change({ ...now, missed: true }),
  clear: () => change(none),
  /** As far as it could match these filters. A new case is unassigned and not overdue. */
  use({ kind, user_id, assigned_to, due }: Filters): { count: number; missed: boolean } {
    const { come, missed } = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => now,
    )
    if (assigned_to || due === 'overdue') return { count: 0, missed }
    const isAsked = (key: CaseKey) => (!kind || key.kind === kind) && (!user_id || key.user_id === user_id)
    return { count: come.filter(isAsked).length, missed }
  },
}
