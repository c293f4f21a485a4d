import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Fact, Facts } from '@eclusa/ui/components/facts.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMe } from '../api/queries.ts'
import { fields } from '../i18n/fields.ts'
import { SubjectWithId } from '../layout/subject-link.tsx'
import { proposals } from './messages.ts'
import type { ProposalCase } from './queries.ts'

export function ProposalFacts({ proposal }: { proposal: ProposalCase }) {
  const say = useMessages(proposals)
  const { names } = useMessages(fields)
  const { moment } = useFormats()
  const me = useMe()
  const { proposed_by, proposed_by_name, created_at, reason, amount, user_id, lapses_at } = proposal
  return (
    <Facts>
      <Fact name={say.about}>
        <SubjectWithId of={proposal} />
      </Fact>
      {amount !== undefined && (
        <Fact name={say.amount}>
          <Money cents={amount} />
        </Fact>
      )}
      <Fact name={say.by}>{proposed_by === me.id ? `${proposed_by_name} (${say.byYou})` : proposed_by_name}</Fact>
      <Fact name={say.at}>{moment(created_at)}</Fact>
      <Fact name={say.why}>{reason ?? '–'}</Fact>
      <Fact name={say.lapses}>{moment(lapses_at)}</Fact>
      {user_id && (
        <Fact name={names.user_id}>
          <Id value={user_id} />
        </Fact>
      )}
    </Facts>
  )
}
