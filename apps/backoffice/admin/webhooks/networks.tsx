import { Field } from '@eclusa/ui/components/field.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useQuery } from '@tanstack/react-query'
import { desk, outcome } from '../../api/client.ts'
import { Act } from '../action-button.tsx'
import style from '../admin.module.css'
import { textOf } from '../form-values.ts'
import { keeping } from '../messages.ts'
import { type Network, networks } from '../queries.ts'

/** Private networks to which webhooks of a user may be sent. */
export function Networks({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  const { data, error } = useQuery(networks(user_id))
  const columns: TableColumn<Network>[] = [
    { key: 'network', name: say.network, cell: ({ network }) => <code>{network}</code> },
    { key: 'ports', name: say.ports, cell: ({ first_port, last_port }) => `${first_port}–${last_port}` },
    { key: 'since', name: say.since, cell: ({ created_at }) => moment(created_at) },
    { key: 'acts', name: say.acts, number: true, cell: (network) => <Disallow {...network} /> },
  ]
  return (
    <Panel title={say.networks} action={<Allow user_id={user_id} />} flush>
      {error && <Refusal error={error} />}
      {data && (
        <Table
          label={say.networks}
          columns={columns}
          rows={data.data}
          keyOf={({ network, first_port }) => `${network} ${first_port}`}
          empty={say.noNetworks}
        />
      )}
    </Panel>
  )
}

const PORT_MAX = 65_535

function Allow({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  return (
    <Act
      name={say.allowNetwork}
      look="quiet"
      about={say.allowNetworkAbout}
      send={(reason, said) =>
        outcome(
          desk.POST('/v1/users/{user_id}/webhooks/networks', {
            params: { path: { user_id } },
            body: {
              network: textOf(said, 'network')!,
              first_port: Number(textOf(said, 'first_port')),
              last_port: Number(textOf(said, 'last_port')),
              reason,
            },
          }),
        )
      }
    >
      <Field label={say.network} name="network" hint={say.networkHint} maxLength={50} required autoFocus />
      <div className={style.pair}>
        <Field
          label={say.firstPort}
          name="first_port"
          type="number"
          min={1}
          max={PORT_MAX}
          defaultValue={443}
          required
        />
        <Field label={say.lastPort} name="last_port" type="number" min={1} max={PORT_MAX} defaultValue={443} required />
      </div>
    </Act>
  )
}

function Disallow({ user_id, network, first_port, last_port }: Network) {
  const say = useMessages(keeping)
  return (
    <span className={style.acts}>
      <Act
        name={say.disallow}
        look="quiet"
        about={say.disallowAbout}
        grave
        send={(reason) =>
          outcome(
            desk.POST('/v1/users/{user_id}/webhooks/networks/disallow', {
              params: { path: { user_id } },
              body: { network, first_port, last_port, reason },
            }),
          )
        }
      />
    </span>
  )
}
