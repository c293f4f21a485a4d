import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { taxId } from '../../i18n/brazil.ts'
import { placeOf } from '../case-key.ts'
import type { CasePartProps } from '../kind.ts'
import { onboardings } from './messages.ts'
import { nameOf, type OnboardingRecord } from './record.ts'
import { OnboardingStatus } from './status.tsx'

type Same = Schemas['SameBytesOfCase']

/** Documents and videos of this onboarding that another person also sent, with the other onboarding. */
export function SameBytes({ record }: CasePartProps<OnboardingRecord>) {
  const { same_bytes, user_id, revealed, papers, faces } = record
  const say = useMessages(onboardings)
  const { moment } = useFormats()
  /** The type of the file here, and its owner, where there is more than one person. */
  const fileOf = ({ file_id }: Same) => {
    const paper = papers.find((one) => one.file_id === file_id)
    const film = faces.find(({ films }) => films.some((one) => one.file_id === file_id))
    const of = nameOf(record, (paper ?? film)?.legal_representative_id)
    return [paper ? said(say.papers, paper.type) : say.film, of].filter(Boolean).join(' · ')
  }
  const columns: TableColumn<Same>[] = [
    { key: 'file', name: say.sameFile, cell: fileOf },
    {
      key: 'name',
      name: say.otherPerson,
      cell: ({ onboarding_id: id, name }) => (
        <Link {...placeOf({ kind: 'onboarding', id, user_id })}>
          <Masked value={name} revealed={revealed} />
        </Link>
      ),
    },
    {
      key: 'document',
      name: say.document,
      cell: ({ document }) => <Masked value={document && taxId(document)} revealed={revealed} />,
    },
    { key: 'status', name: say.status, cell: ({ status }) => <OnboardingStatus status={status} /> },
    { key: 'sent', name: say.sentAt, cell: ({ sent_at }) => moment(sent_at) },
  ]
  return (
    <Panel title={say.sameBytes} count={same_bytes.length} flush>
      <Table
        label={say.sameBytes}
        columns={columns}
        rows={same_bytes}
        keyOf={({ file_id, onboarding_id, legal_representative_id }) =>
          `${file_id} ${onboarding_id} ${legal_representative_id}`
        }
        empty=""
      />
    </Panel>
  )
}
