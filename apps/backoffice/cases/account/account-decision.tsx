import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { desk, outcome, type Schemas } from '../../api/client.ts'
import { ClientStatus } from '../client/client-status.tsx'
import { clients } from '../client/messages.ts'
import { DecisionForm } from '../decision-form.tsx'
import type { CasePartProps } from '../kind.ts'
import { cases } from '../messages.ts'
import { accountContradictions, accountFacts } from './contradictions.ts'
import { accounts } from './messages.ts'

export function AccountDecision({ record }: CasePartProps<Schemas['AccountCase']>) {
  const { account, user_id } = record
  const say = useMessages(accounts)
  const { readByUser } = useMessages(clients)
  const { closed } = useMessages(cases)
  if (account.status !== 'PENDING')
    return (
      <>
        <ClientStatus status={account.status} />
        <p>{closed}</p>
      </>
    )
  return (
    <DecisionForm
      kind="account"
      words={say.verdicts}
      atHand={say.reasons}
      checked={{ facts: accountFacts(record), contradicts: accountContradictions, words: say.contradictions }}
      decide={(status, given) =>
        outcome(
          desk.POST('/v1/accounts/{id}/verdict', {
            params: { path: { id: account.id } },
            body: { user_id, status, seen: account.version, ...given },
          }),
        )
      }
      about={readByUser}
    />
  )
}
