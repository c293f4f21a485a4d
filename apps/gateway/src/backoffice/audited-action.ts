import { scopeOfUser } from '../http/scope/scope.ts'
import { runInScope } from '../http/transaction.ts'
import { writeJournal } from './audit-log/write-audit-log.ts'
import type { Person } from './auth/person.ts'
import type { ActionResult, AuditedAction } from './backoffice-route.ts'
import type { Role } from './role.ts'
import type { Desk } from './services.ts'

/** The actor and the operation, as the journal names them. */
export interface Actor {
  person: Person
  role: Role
  operation: string
  request_id: string
}

/** Records without an owner are changed without a user scope. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Audited action: the change, its events and the journal entry, in one transaction. A dry run rolls all of them back. */
export function perform<T>(
  desk: Desk,
  { person, role, operation, request_id }: Actor,
  act: AuditedAction<T>,
  how: { rehearsed?: boolean } = {},
): Promise<ActionResult<T>> {
  const work = async (tx: Parameters<typeof act.work>[0]) => {
    const done = await act.work(tx)
    writeJournal(tx, desk.journalSeal, {
      actor_id: person.id,
      actor_name: person.name,
      actor_kind: person.kind,
      role,
      credential_id: person.credential_id,
      network: person.network,
      operation,
      reason: act.reason ?? null,
      user_id: act.user_id ?? null,
      subject_type: act.subject.type,
      subject_id: act.subject.id,
      proposal_id: act.proposal_id ?? null,
      request_id,
      changes: done.changes ?? {},
      sealed: done.sealed ?? null,
      records: done.records ?? [],
    })
    return done
  }
  return runInScope(desk, scopeOfUser(act.user_id ?? NOBODY), request_id, work, how)
}
