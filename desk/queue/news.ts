import { useSyncExternalStore } from 'react'
import type { CaseKey } from '../cases/case-key.ts'

/** How many cases have come since the list was read. Which they are is told by the list, when it is read again. */
const listeners = new Set<() => void>()
let come = new Set<string>()

function change(next: Set<string>): void {
  come = next
  for (const listener of listeners) listener()
}

export const news = {
  add: ({ kind, id, user_id }: CaseKey) => change(new Set([...come, `${kind} ${id} ${user_id}`])),
  clear: () => change(new Set()),
  useCount: () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => come.size,
    ),
}
