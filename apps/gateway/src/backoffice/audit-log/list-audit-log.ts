import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { deskRoute } from '../backoffice-route.ts'
import { JournalEntry } from './audit-entry.ts'
import { listEntries } from './audit-log-store.ts'

const told = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const listJournal = deskRoute({
  name: 'listJournal',
  summary: 'The audit log, newest first',
  method: 'GET',
  path: '/v1/journal',
  roles: ['auditor'],
  query: PageQuery(['created_at'], {
    actor_id: told('What this person or machine did.'),
    subject_id: told('What was done to this.'),
    operation: told('By this operation of the desk, command or job.'),
  }),
  reply: { 200: PageReply(JournalEntry) },
  errors: [],
  handle: ({ query, list }) => list((tx, page) => listEntries(tx, query, page)),
})
