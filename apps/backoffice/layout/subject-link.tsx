import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/queries.ts'
import { type CaseKey, placeOf } from '../cases/case-key.ts'
import { subjects } from '../i18n/subjects.ts'

/** The subject of an act, as proposals and the journal name it. */
export interface ActionSubject {
  subject_type: string
  subject_id: string
  user_id?: string | undefined
  changes: Record<string, unknown>
}

/** The subject of an act, with a link for those who may open it. */
export function SubjectLink({ of }: { of: ActionSubject }) {
  const name = said(useMessages(subjects), of.subject_type)
  const maySeeCases = useMay('viewer', 'analyst', 'approver')
  const mayKeep = useMay('operator')
  const found = maySeeCases ? caseOf(of) : undefined
  const user_id = mayKeep ? userOf(of) : undefined
  if (found) return <Link {...placeOf(found)}>{name}</Link>
  if (user_id)
    return (
      <Link to="/keeping/users/$user_id" params={{ user_id }}>
        {name}
      </Link>
    )
  return <span>{name}</span>
}

/** The same with its id. */
export function SubjectWithId({ of }: { of: ActionSubject }) {
  return (
    <>
      <SubjectLink of={of} /> <Id value={of.subject_id} />
    </>
  )
}

/** The case in which it is decided. */
function caseOf({ subject_type, subject_id, user_id, changes }: ActionSubject): CaseKey | undefined {
  const whose = user_id ? { user_id } : {}
  const text = (name: string) => (typeof changes[name] === 'string' ? changes[name] : undefined)
  const under = text('client_id')
  switch (subject_type) {
    case 'client':
    case 'infraction':
    case 'refund':
    case 'recovery':
      return { kind: subject_type, id: subject_id, ...whose }
    case 'account':
      return { kind: 'account', id: subject_id, ...whose, ...(under && { under_id: under }) }
    case 'onboarding': {
      const id = text('step_id')
      return id ? { kind: 'onboarding_step', id, ...whose, under_id: subject_id } : undefined
    }
    default:
      return undefined
  }
}

/** The user whose page shows it. A grant names its user before its product. */
function userOf({ subject_type, subject_id, user_id }: ActionSubject): string | undefined {
  if (user_id) return user_id
  if (subject_type === 'user') return subject_id
  return subject_type === 'grant' ? subject_id.split('|')[0] : undefined
}
