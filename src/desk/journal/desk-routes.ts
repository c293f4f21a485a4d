import { getJournalEntry } from './get-journal-entry.ts'
import { listJournal } from './list-journal.ts'
import { revealJournalEntry } from './reveal-journal-entry.ts'

export const journalDeskRoutes = [listJournal, getJournalEntry, revealJournalEntry]
