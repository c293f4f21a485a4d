import { useMe } from '../contract/queries.ts'
import { SubjectWithId } from '../frame/subject-link.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Id } from '../parts/id.tsx'
import { Money } from '../parts/money.tsx'
import { fields } from '../words/fields.ts'
import { useFormats } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { ProposalCase } from './queries.ts'
import { proposals } from './words.ts'

export function ProposalFacts({ proposal }: { proposal: ProposalCase }) {
  const say = useWords(proposals)
  const { names } = useWords(fields)
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
