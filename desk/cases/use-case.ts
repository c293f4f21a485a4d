import { createContext, useContext } from 'react'
import type { Outcome, Schemas } from '../contract/client.ts'
import type { CaseKey } from './case-key.ts'

/** The case that a page shows, for its parts. */
export interface CaseInHand {
  key: CaseKey
  /** As the queue has it: deadline, whose hands, whether it waits. */
  row: Schemas['Case'] | undefined
  revealed: boolean
  /** Opens the dialog that asks for a reason. Absent where there is nothing to reveal, or who looks may not. */
  askToReveal: (() => void) | undefined
  /** Reads it again. */
  refresh: () => Promise<void>
  /** Somebody else was faster: it is read again, and said so. */
  hasChanged: () => void
  /** It is decided, or proposed: said in place of the decision. */
  isDecided: (outcome: Outcome<unknown>, name: string) => void
}

export const CaseContext = createContext<CaseInHand | undefined>(undefined)

export function useCase(): CaseInHand {
  const found = useContext(CaseContext)
  if (!found) throw new Error('outside of a case')
  return found
}
