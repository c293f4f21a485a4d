import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { openEnum, Uuid } from '../../http/schema.ts'
import { caseKindNames } from '../cases/case-kind.ts'
import { proposalLookers, type Role, viewerRoles } from '../role.ts'

/** The channel by which one process notifies all of them. */
export const CHANNEL = 'case_changes'

/** Sent in place of more changes than a person reads one by one. */
const MANY = 'many'
/** PostgreSQL limits a notification to 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900

/** The message about a proposal itself, with or without a case. */
export const PROPOSAL = 'proposal'

export const CaseChange = Type.Object(
  {
    kind: {
      ...openEnum([...caseKindNames, PROPOSAL]),
      description: 'Of a case; or `proposal`, of which it is the id.',
    },
    id: Uuid,
    user_id: Type.Optional({ ...Uuid, description: 'The user of the record. Absent for an unmatched case.' }),
    change: openEnum(['appeared', 'changed', 'left', 'assigned', 'proposed']),
  },
  { title: 'CaseChange' },
)
export type CaseChange = Static<typeof CaseChange>

/** The changes that a person with these roles may read about. */
export function concerning(given: readonly Role[], changes: CaseChange[]): CaseChange[] {
  const may = (asked: readonly Role[]) => asked.some((role) => given.includes(role))
  const [cases, proposals] = [may(viewerRoles), may(proposalLookers)]
  return changes.filter(({ kind }) => (kind === PROPOSAL ? proposals : cases))
}

export const CaseChanges = Type.Object({ changes: Type.Array(CaseChange) }, { title: 'CaseChanges' })

/** As messages on the channel, as few as possible. */
export function payloadsOf(changes: CaseChange[] | 'many'): string[] {
  if (changes === MANY) return [MANY]
  const payloads: string[] = []
  let piece: string[] = []
  let bytes = 2
  for (const change of changes) {
    const text = JSON.stringify(change)
    if (bytes + text.length + 1 > PAYLOAD_BYTES_MAX) {
      payloads.push(`[${piece.join(',')}]`)
      piece = []
      bytes = 2
    }
    piece.push(text)
    bytes += text.length + 1
  }
  if (piece.length > 0) payloads.push(`[${piece.join(',')}]`)
  return payloads
}

/** Parses a message. Any login may notify a channel, so an unreadable message means that everything has to be read again. */
export function readPayload(payload: string): CaseChange[] | 'many' {
  try {
    const said: unknown = JSON.parse(payload)
    return Value.Check(Type.Array(CaseChange), said)
      ? (Value.Clean(Type.Array(CaseChange), said) as CaseChange[])
      : MANY
  } catch {
    return MANY
  }
}
