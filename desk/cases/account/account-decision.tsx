import { desk, outcome, type Schemas } from '../../contract/client.ts'
import type { Tone } from '../../parts/badge.tsx'
import { useWords } from '../../words/language.ts'
import { ClientStatus } from '../client/client-status.tsx'
import { clients } from '../client/words.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { Shown } from '../kind.ts'
import { cases } from '../words.ts'
import { accounts } from './words.ts'

const verdicts = [
  ['ACTIVE', 'good'],
  ['INACTIVE', 'bad'],
] as const satisfies [Schemas['AccountVerdict']['status'], Tone][]

export function AccountDecision({ record: { account, user_id } }: Shown<Schemas['AccountCase']>) {
  const say = useWords(accounts)
  const { readByUser } = useWords(clients)
  const { closed } = useWords(cases)
  if (account.status !== 'PENDING')
    return (
      <>
        <ClientStatus status={account.status} />
        <p>{closed}</p>
      </>
    )
  return (
    <DecisionForm
      verdicts={verdicts.map(([value, tone]) => ({ value, tone, ...say.verdicts[value], atHand: say.reasons[value] }))}
      decide={(status, reason) =>
        outcome(
          desk.POST('/v1/accounts/{id}/verdict', {
            params: { path: { id: account.id } },
            body: { user_id, status, reason, seen: account.version },
          }),
        )
      }
      about={readByUser}
    />
  )
}
