import { createContext, useContext } from 'react'
import type { DecisionOutcome, Schemas } from '../api/client.ts'
import type { CaseKey } from './case-key.ts'

/** The case of a page, for its parts. */
export interface CaseInHand {
  key: CaseKey
  /** The queue row: deadline, assignee, whether it is open. */
  row: Schemas['Case'] | undefined
  revealed: boolean
  /** Opens the reason dialog. Absent where there is nothing to reveal, or without permission. */
  askToReveal: (() => void) | undefined
  /** Reads it again. */
  refresh: () => Promise<void>
  /** After a version conflict: reads it again and shows a notice. */
  hasChanged: () => void
  /** It is decided or proposed: shown in place of the decision form. */
  isDecided: (outcome: DecisionOutcome<unknown>, name: string) => void
}

export const CaseContext = createContext<CaseInHand | undefined>(undefined)

export function useCase(): CaseInHand {
  const found = useContext(CaseContext)
  if (!found) throw new Error('outside of a case')
  return found
}
