import type { RefObject } from 'react'
import { useKeys } from './use-shortcuts.tsx'

/** Moves between table rows by j and k. The first link of a row gets the focus, so that Enter opens it. */
export function useRowKeys(tables: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => () => {
    const rows = [...(tables.current?.querySelectorAll('tbody tr') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
    rows[next]?.querySelector('a')?.focus()
  }
  useKeys({ j: step(1), k: step(-1) })
}
