import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { figures } from './messages.ts'
import type { Figures } from './queries.ts'

/** People who reached the hourly limit of reveals or searches. Absent without such people. */
export function LimitsReached({ limits_reached: rows }: Pick<Figures, 'limits_reached'>) {
  const say = useMessages(figures)
  const { moment, number } = useFormats()
  if (rows.length === 0) return null
  return (
    <Panel title={say.limits} flush>
      <Table
        label={say.limits}
        rows={rows}
        keyOf={({ at, person_id }) => `${at} ${person_id}`}
        empty={say.none}
        columns={[
          { key: 'at', name: say.limitAt, cell: ({ at }) => moment(at) },
          { key: 'person', name: say.person, cell: ({ person_name }) => person_name },
          { key: 'kind', name: say.limitOf, cell: ({ kind }) => said(say.limitKinds, kind) },
          { key: 'limit', name: say.limit, number: true, cell: ({ limit }) => number(limit) },
        ]}
      />
    </Panel>
  )
}
