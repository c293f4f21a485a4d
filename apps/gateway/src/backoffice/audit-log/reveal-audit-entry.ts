import Type from 'typebox'
import { line } from '../../http/schema.ts'
import type { Cipher } from '../../platform/encryption.ts'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { revealsLimited } from '../faults.ts'
import { EntryPath } from './audit-entry.ts'
import { findSealed } from './audit-log-store.ts'
import { journalEntryNotFound, journalNothingSealed } from './errors.ts'

/** Revealing is an act: reading personal data in the journal adds an entry to the journal. */
export const revealJournalEntry = deskRoute({
  name: 'revealJournalEntry',
  summary: 'The personal data of an entry, for a reason',
  method: 'POST',
  path: '/v1/journal/:sequence/reveal',
  roles: ['auditor'],
  reveals: 'reveal',
  params: EntryPath,
  body: Type.Object({ reason: line(500, 'Why it has to be seen.', 3) }, { additionalProperties: false }),
  example: { reason: 'Audit of September' },
  reply: {
    200: Type.Object({
      sequence: Type.Integer(),
      sealed: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Values before and after, as they were encrypted.',
      }),
    }),
  },
  errors: [journalEntryNotFound, journalNothingSealed, revealsLimited],
  handle: ({ params: { sequence }, body: { reason }, act }, { journalSeal }: { journalSeal: Cipher }) =>
    act({
      subject: { type: 'journal_entry', id: sequence },
      reason,
      async work(tx) {
        const { sealed, request_id } = found(await findSealed(tx, sequence), journalEntryNotFound)
        if (!sealed) throw journalNothingSealed()
        const opened = JSON.parse(journalSeal.open(sealed, request_id).toString()) as Record<string, unknown>
        return { answer: { sequence: Number(sequence), sealed: opened } }
      },
    }),
})
