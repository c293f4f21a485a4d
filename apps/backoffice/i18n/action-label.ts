import { defineMessages, said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { decisions } from './decisions.ts'
import { operations } from './operations.ts'

const told = defineMessages({
  'pt-BR': {
    proposed: (what: string) => `Solicitou: ${what}`,
    approved: (what: string) => `Aprovou: ${what}`,
    stale: 'Tentou aprovar, mas o caso havia mudado',
  },
  'en-US': {
    proposed: (what: string) => `Requested: ${what}`,
    approved: (what: string) => `Approved: ${what}`,
    stale: 'Tried to approve, but the case had changed',
  },
})

interface RecordedAction {
  operation: string
  changes: Record<string, unknown>
}

/** An act of the journal in words. A proposal is not shown as done, and an approval names the proposed operation. */
export function useDid(): (act: RecordedAction) => string {
  const did = useMessages(operations)
  const named = useMessages(decisions)
  const say = useMessages(told)
  return ({ operation, changes }) => {
    const became = Array.isArray(changes['proposal']) ? (changes['proposal'] as unknown[])[1] : undefined
    if (became === 'STALE') return say.stale
    if (became === 'PENDING') return say.proposed(said(named, operation))
    return became === 'APPROVED' ? say.approved(said(named, operation)) : said(did, operation)
  }
}
