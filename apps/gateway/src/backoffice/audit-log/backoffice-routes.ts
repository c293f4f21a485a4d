import { getJournalEntry } from './get-audit-entry.ts'
import { listJournal } from './list-audit-log.ts'
import { revealJournalEntry } from './reveal-audit-entry.ts'

export const journalDeskRoutes = [listJournal, getJournalEntry, revealJournalEntry]
