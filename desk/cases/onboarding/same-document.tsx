import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../contract/client.ts'
import { Masked } from '../../parts/masked.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { placeOf } from '../case-key.ts'
import type { Shown } from '../kind.ts'
import type { OnboardingRecord } from './record.ts'
import { OnboardingStatus } from './status.tsx'
import { onboardings } from './words.ts'

/** Other onboardings with the same document, and their results. */
export function SameDocument({ record: { same_document, user_id, revealed } }: Shown<OnboardingRecord>) {
  const say = useWords(onboardings)
  const { moment } = useFormats()
  const columns: Column<Schemas['AnotherOnboarding']>[] = [
    { key: 'created', name: say.created, cell: ({ created_at }) => moment(created_at) },
    {
      key: 'name',
      name: say.name,
      cell: ({ id, full_name }) => (
        <Link {...placeOf({ kind: 'onboarding', id, user_id })}>
          <Masked value={full_name} revealed={revealed} />
        </Link>
      ),
    },
    { key: 'status', name: say.status, cell: ({ status }) => <OnboardingStatus status={status} /> },
    { key: 'told', name: say.told, cell: ({ failed_message }) => failed_message ?? '–' },
  ]
  return (
    <Panel title={say.sameDocument} count={same_document.length} flush>
      <Table
        label={say.sameDocument}
        columns={columns}
        rows={same_document}
        keyOf={({ id }) => id}
        empty={say.noSameDocument}
      />
    </Panel>
  )
}
