import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { desk, outcome, type Schemas } from '../../api/client.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { CasePartProps } from '../kind.ts'
import { cases } from '../messages.ts'
import { ClientStatus } from './client-status.tsx'
import { clientContradictions, clientFacts } from './contradictions.ts'
import { clients } from './messages.ts'

export function ClientDecision({ record }: CasePartProps<Schemas['ClientCase']>) {
  const { client, user_id } = record
  const say = useMessages(clients)
  const { closed } = useMessages(cases)
  if (client.status !== 'PENDING')
    return (
      <>
        <ClientStatus status={client.status} />
        <p>{closed}</p>
      </>
    )
  return (
    <DecisionForm
      kind="client"
      words={say.verdicts}
      atHand={say.reasons}
      checked={{ facts: clientFacts(record), contradicts: clientContradictions, words: say.contradictions }}
      decide={(status, given) =>
        outcome(
          desk.POST('/v1/clients/{id}/verdict', {
            params: { path: { id: client.id } },
            body: { user_id, status, seen: client.version, ...given },
          }),
        )
      }
      about={say.readByUser}
    />
  )
}
