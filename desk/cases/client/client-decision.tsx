import { desk, outcome, type Schemas } from '../../contract/client.ts'
import type { Tone } from '../../parts/badge.tsx'
import { useWords } from '../../words/language.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { Shown } from '../kind.ts'
import { cases } from '../words.ts'
import { ClientStatus } from './client-status.tsx'
import { clients } from './words.ts'

const verdicts = [
  ['ACTIVE', 'good'],
  ['REJECTED', 'bad'],
  ['EXPIRED', 'warn'],
] as const satisfies [Schemas['ClientVerdict']['status'], Tone][]

export function ClientDecision({ record: { client, user_id } }: Shown<Schemas['ClientCase']>) {
  const say = useWords(clients)
  const { closed } = useWords(cases)
  if (client.status !== 'PENDING')
    return (
      <>
        <ClientStatus status={client.status} />
        <p>{closed}</p>
      </>
    )
  return (
    <DecisionForm
      verdicts={verdicts.map(([value, tone]) => ({ value, tone, ...say.verdicts[value], atHand: say.reasons[value] }))}
      decide={(status, reason) =>
        outcome(
          desk.POST('/v1/clients/{id}/verdict', {
            params: { path: { id: client.id } },
            body: { user_id, status, reason, seen: client.version },
          }),
        )
      }
      about={say.readByUser}
    />
  )
}
