import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Masked } from '@eclusa/ui/components/masked.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { taxId } from '../../i18n/brazil.ts'
import type { CasePartProps } from '../kind.ts'
import { onboardings } from './messages.ts'
import style from './onboarding.module.css'
import type { OnboardingRecord } from './record.ts'
import { FaceStatus, StepStatus } from './status.tsx'

type Shareholder = Schemas['ShareholderOfCase']
type Representative = Schemas['RepresentativeOfCase']

/** Owners and representatives of a company, with what each has to provide. */
export function PeoplePanel({ record }: CasePartProps<OnboardingRecord>) {
  const say = useMessages(onboardings)
  const { number } = useFormats()
  const { shareholders, representatives, revealed } = record
  const columns: TableColumn<Shareholder>[] = [
    { key: 'name', name: say.name, cell: ({ name }) => <Masked value={name} revealed={revealed} /> },
    {
      key: 'document',
      name: say.document,
      cell: ({ document }) => <Masked value={document && taxId(document)} revealed={revealed} />,
    },
    { key: 'type', name: say.role, cell: ({ type }) => said(say.roles, type) },
    {
      key: 'share',
      name: say.share,
      number: true,
      cell: ({ participation_percentage: share }) => (share === undefined ? '–' : `${number(share)}%`),
    },
  ]
  return (
    <>
      <Panel title={say.owners} count={shareholders.length} flush>
        <Table label={say.owners} columns={columns} rows={shareholders} keyOf={({ id }) => id} empty={say.noOwners} />
      </Panel>
      <Panel title={say.representatives} count={representatives.length} flush>
        <ul className={style.list}>
          {representatives.map((one, index) => (
            <RepresentativeOf key={one.id} one={one} number={index + 1} record={record} />
          ))}
        </ul>
      </Panel>
    </>
  )
}

function RepresentativeOf({ one, number, record }: { one: Representative; number: number; record: OnboardingRecord }) {
  const say = useMessages(onboardings)
  const { revealed } = record
  const { date } = useFormats()
  const of = <Item extends { legal_representative_id?: string }>(items: Item[]) =>
    items.filter(({ legal_representative_id }) => legal_representative_id === one.id)
  const [steps, papers, faces] = [of(record.steps), of(record.papers), of(record.faces)]
  const personal = {
    document: one.document && taxId(one.document),
    born: one.birth_date && date(one.birth_date),
    mother: one.mother_name,
    email: one.email,
    phone: one.phone_number,
  }
  return (
    <li className={style.one}>
      <p className={style.line}>
        <span className={style.name}>
          {number}. <Masked value={one.name} revealed={revealed} />
        </span>
        <span className={style.soft}>{said(say.roles, one.representor_type)}</span>
        <span className={style.end}>
          {one.pep && <Badge tone="warn">{say.pep}</Badge>}
          {one.is_public_server && <Badge tone="warn">{say.publicServer}</Badge>}
          {!one.active && <Badge>{say.inactive}</Badge>}
        </span>
      </p>
      <p className={style.people}>
        {Object.entries(personal).map(([name, value]) => (
          <Masked key={name} value={value} revealed={revealed} />
        ))}
        {one.income !== undefined && (
          <span>
            {say.income} <Money cents={one.income} />
          </span>
        )}
        {one.patrimony !== undefined && (
          <span>
            {say.patrimony} <Money cents={one.patrimony} />
          </span>
        )}
      </p>
      {!one.active && <p className={style.soft}>{say.nothingAsked}</p>}
      <ul className={style.asked} aria-label={say.asked}>
        {steps.map((step) => (
          <li key={step.id}>
            {said(say.steps, step.name)} <StepStatus status={step.status} />
          </li>
        ))}
        {faces.map((face) => (
          <li key={face.id}>
            {say.face} <FaceStatus status={face.status} />
          </li>
        ))}
        <li>{papers.length === 0 ? say.noPapers : papers.map(({ type }) => said(say.papers, type)).join(', ')}</li>
      </ul>
    </li>
  )
}
