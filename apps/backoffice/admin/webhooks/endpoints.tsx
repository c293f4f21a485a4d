import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Field } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desk, outcome } from '../../api/client.ts'
import { Act } from '../action-button.tsx'
import style from '../admin.module.css'
import { momentOf } from '../form-values.ts'
import { keeping } from '../messages.ts'
import { type BackofficeEndpoint, endpointList } from '../queries.ts'

/** The webhook endpoints of a user, and their state. */
export function Endpoints({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  const list = useInfiniteQuery(endpointList(user_id))
  const columns: TableColumn<BackofficeEndpoint>[] = [
    {
      key: 'url',
      name: say.url,
      cell: ({ url, description }) => (
        <span className={style.url}>
          {url}
          {description && <span className={style.faint}> · {description}</span>}
        </span>
      ),
    },
    { key: 'health', name: say.health, cell: (endpoint) => <Health {...endpoint} /> },
    { key: 'events', name: say.events, cell: ({ event_types }) => event_types?.join(', ') ?? say.everyEvent },
    { key: 'acts', name: say.acts, number: true, cell: (endpoint) => <Acts {...endpoint} user_id={user_id} /> },
  ]
  return (
    <Panel title={`${say.webhooks}: ${say.endpoints}`} flush>
      <Listed list={list}>
        {(rows) => (
          <Table label={say.endpoints} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.noEndpoints} />
        )}
      </Listed>
    </Panel>
  )
}

function Health({ enabled, disabled_reason, paused_until, failing_since }: BackofficeEndpoint) {
  const say = useMessages(keeping)
  const { moment } = useFormats()
  if (!enabled) return <Badge tone="bad">{disabled_reason ? said(say.disabled, disabled_reason) : say.off}</Badge>
  if (paused_until) return <Badge tone="warn">{say.paused(moment(paused_until))}</Badge>
  if (failing_since) return <Badge tone="warn">{say.failing(moment(failing_since))}</Badge>
  return <Badge tone="good">{say.healthy}</Badge>
}

function Acts({ id, user_id, enabled }: BackofficeEndpoint) {
  const say = useMessages(keeping)
  const path = { user_id, endpoint_id: id }
  return (
    <span className={style.acts}>
      <Link to="/keeping/users/$user_id" params={{ user_id }} search={{ endpoint_id: id }} hash="deliveries">
        {say.seeDeliveries}
      </Link>
      {enabled && (
        <>
          <Act
            name={say.recover}
            look="quiet"
            about={say.recoverAbout}
            send={(reason, said) =>
              outcome(
                desk.POST('/v1/users/{user_id}/webhooks/endpoints/{endpoint_id}/recover', {
                  params: { path },
                  body: { since: momentOf(said, 'since'), reason },
                }),
              )
            }
          >
            <Field label={say.recoverSince} name="since" type="datetime-local" required autoFocus />
          </Act>
          <Act
            name={say.disable}
            look="quiet"
            about={say.disableAbout}
            grave
            send={(reason) =>
              outcome(
                desk.POST('/v1/users/{user_id}/webhooks/endpoints/{endpoint_id}/disable', {
                  params: { path },
                  body: { reason },
                }),
              )
            }
          />
        </>
      )}
    </span>
  )
}
