import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { onboardings } from './messages.ts'
import type { OnboardingRecord } from './record.ts'
import { OnboardingStatus } from './status.tsx'

/** Other onboardings with the same document, and their results. */
export function SameDocument({ record: { same_document, user_id, revealed } }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const { moment } = useFormats()
  const columns: TableColumn<Schemas['AnotherOnboarding']>[] = [
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
