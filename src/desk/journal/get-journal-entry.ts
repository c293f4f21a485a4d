import { found } from '../../base/errors/fault.ts'
import { deskRoute } from '../desk-route.ts'
import { journalEntryNotFound } from './errors.ts'
import { EntryPath, JournalEntry } from './journal-entry.ts'
import { findEntry } from './journal-store.ts'

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
