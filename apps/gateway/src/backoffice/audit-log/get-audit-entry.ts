import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { EntryPath, JournalEntry } from './audit-entry.ts'
import { findEntry } from './audit-log-store.ts'
import { journalEntryNotFound } from './errors.ts'

export const getJournalEntry = deskRoute({
  name: 'getJournalEntry',
  summary: 'One entry of the audit log',
  method: 'GET',
  path: '/v1/journal/:sequence',
  roles: ['auditor'],
  params: EntryPath,
  reply: { 200: JournalEntry },
  errors: [journalEntryNotFound],
  handle: ({ params, look }) => look(async (tx) => found(await findEntry(tx, params.sequence), journalEntryNotFound)),
})
