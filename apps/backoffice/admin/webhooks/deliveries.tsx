import { Badge, type Variant } from '@eclusa/ui/components/badge.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { exactly, Views } from '@eclusa/ui/components/tabs.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desk, outcome, type Schemas } from '../../api/client.ts'
import { Act } from '../action-button.tsx'
import style from '../admin.module.css'
import { keeping } from '../messages.ts'
import { type BackofficeDelivery, deliveryList } from '../queries.ts'
import { type DeliveryStatus, deliveryStatuses } from '../search.ts'

interface DeliveriesProps {
  user_id: string
  endpoint_id: string | undefined
  status: DeliveryStatus | undefined
}

const tones: Record<string, Variant> = { DELIVERED: 'good', PENDING: 'accent', FAILED: 'bad' }

/** Deliveries to the endpoints of a user, attempt by attempt. */
export function Deliveries({ user_id, endpoint_id, status }: DeliveriesProps) {
  const say = useMessages(keeping)
  const { precise, moment } = useFormats()
  const list = useInfiniteQuery(
    deliveryList(user_id, { ...(endpoint_id && { endpoint_id }), ...(status && { status }) }),
  )
  const columns: TableColumn<BackofficeDelivery>[] = [
    {
      key: 'event',
      name: say.event,
      cell: ({ event_type, event_id }) => (
        <>
          {event_type} <Id value={event_id} />
        </>
      ),
    },
    { key: 'at', name: say.happened, cell: ({ created_at }) => precise(created_at) },
    {
      key: 'status',
      name: say.status,
      cell: (delivery) => (
        <>
          <Badge tone={tones[delivery.status] ?? 'plain'}>{said(say.deliveryStatus, delivery.status)}</Badge>{' '}
          {delivery.next_attempt_at && (
            <span className={style.faint}>{say.next(moment(delivery.next_attempt_at))}</span>
          )}
        </>
      ),
    },
    { key: 'attempts', name: say.attempts, cell: ({ attempts }) => <Attempts attempts={attempts} /> },
    { key: 'acts', name: say.acts, number: true, cell: (delivery) => <Resend {...delivery} user_id={user_id} /> },
  ]
  return (
    <div id="deliveries">
      <Panel title={`${say.webhooks}: ${say.deliveries}`} flush>
        <div className={style.views}>
          <Views label={say.deliveries}>
            {([undefined, ...deliveryStatuses] as const).map((one) => (
              <Link
                key={one ?? 'all'}
                to="/keeping/users/$user_id"
                params={{ user_id }}
                search={{ ...(endpoint_id && { endpoint_id }), ...(one && { delivery: one }) }}
                resetScroll={false}
                activeOptions={exactly}
              >
                {one ? said(say.deliveryStatuses, one) : say.everyDelivery}
              </Link>
            ))}
          </Views>
          {endpoint_id && (
            <Views label={say.ofEndpoint}>
              <Link
                to="/keeping/users/$user_id"
                params={{ user_id }}
                search={status ? { delivery: status } : {}}
                resetScroll={false}
                activeOptions={exactly}
              >
                {say.everyEndpoint}
              </Link>
            </Views>
          )}
        </div>
        <Listed list={list}>
          {(rows) => (
            <Table
              label={say.deliveries}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              empty={say.noDeliveries}
            />
          )}
        </Listed>
      </Panel>
    </div>
  )
}

function Attempts({ attempts }: { attempts: Schemas['DeliveryAttempt'][] }) {
  const say = useMessages(keeping)
  const { precise } = useFormats()
  if (attempts.length === 0) return '–'
  return (
    <ol className={style.attempts}>
      {attempts.map(({ attempted_at, duration_ms, status_code, error }) => (
        <li key={attempted_at}>
          <strong>{status_code ?? error ?? say.received}</strong>{' '}
          <span className={style.faint}>{say.attempt(precise(attempted_at), duration_ms)}</span>
        </li>
      ))}
    </ol>
  )
}

function Resend({ id, user_id }: { id: string; user_id: string }) {
  const say = useMessages(keeping)
  return (
    <span className={style.acts}>
      <Act
        name={say.resend}
        look="quiet"
        about={say.resendAbout}
        send={(reason) =>
          outcome(
            desk.POST('/v1/users/{user_id}/webhooks/deliveries/{delivery_id}/resend', {
              params: { path: { user_id, delivery_id: id } },
              body: { reason },
            }),
          )
        }
      />
    </span>
  )
}
