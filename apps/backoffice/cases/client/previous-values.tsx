import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import type { Schemas } from '../../api/client.ts'
import { clients } from './messages.ts'

/** Earlier values of a client or an account: frequent changes of a number are suspicious. */
export function EarlierValues({ earlier }: { earlier: Schemas['EarlierValues'][] }) {
  const say = useMessages(clients)
  const { moment } = useFormats()
  return (
    <Panel title={say.earlier} count={earlier.length} flush>
      <Table
        label={say.earlier}
        rows={earlier}
        keyOf={({ object_id, version }) => `${object_id} ${version}`}
        empty=""
        columns={[
          { key: 'of', name: say.type, cell: ({ of }) => said(say.of, of) },
          { key: 'version', name: say.version, cell: ({ version }) => version, number: true },
          { key: 'replaced', name: say.replaced, cell: ({ replaced_at }) => moment(replaced_at) },
          {
            key: 'values',
            name: say.earlier,
            cell: ({ values }) =>
              values
                ? Object.entries(values)
                    .map(([name, value]) => `${name}: ${String(value)}`)
                    .join('; ')
                : say.hidden,
          },
        ]}
      />
    </Panel>
  )
}
