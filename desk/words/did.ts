import { said, useWords, words } from './language.ts'
import { operations } from './operations.ts'

const told = words({
  'pt-BR': {
    proposed: (what: string) => `Propôs: ${what}`,
    approved: (what: string) => `Aprovou a proposta: ${what}`,
  },
  'en-US': {
    proposed: (what: string) => `Proposed: ${what}`,
    approved: (what: string) => `Approved the proposal: ${what}`,
  },
})

interface Act {
  operation: string
  changes: Record<string, unknown>
}

/** What somebody did, in words. What was only proposed is not said to be done, and who approved did not decide alone. */
export function useDid(): (act: Act) => string {
  const did = useWords(operations)
  const say = useWords(told)
  return ({ operation, changes }) => {
    const what = said(did, operation)
    const became = Array.isArray(changes['proposal']) ? (changes['proposal'] as unknown[])[1] : undefined
    if (became === 'PENDING') return say.proposed(what)
    return became === 'APPROVED' ? say.approved(what) : what
  }
}
