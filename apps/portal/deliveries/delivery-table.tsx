import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import style from './deliveries.module.css'
import { AttemptAnswer, DeliveryStatus } from './delivery-status.tsx'
import { deliveries } from './messages.ts'
import { deliveryList, type OwnDelivery } from './queries.ts'
import type { DeliveryFilters } from './search.ts'

/** Deliveries with the result of their last attempt. */
export function DeliveryTable({ filters }: { filters: DeliveryFilters }) {
  const say = useMessages(deliveries)
  const { precise, moment } = useFormats()
  const list = useInfiniteQuery(deliveryList(filters))
  const columns: TableColumn<OwnDelivery>[] = [
    {
      key: 'event',
      name: say.event,
      cell: ({ id, event_type }) => (
        <Link to="/deliveries/$delivery_id" params={{ delivery_id: id }}>
          {event_type}
        </Link>
      ),
    },
    {
      key: 'status',
      name: say.status,
      cell: ({ status, next_attempt_at }) => (
        <span className={style.state}>
          <DeliveryStatus status={status} />
          {next_attempt_at && <span className={style.faint}>{say.nextAt(moment(next_attempt_at))}</span>}
        </span>
      ),
    },
    {
      key: 'last',
      name: say.last,
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        return last ? <AttemptAnswer {...last} /> : <span className={style.faint}>{say.notYet}</span>
      },
    },
    { key: 'attempts', name: say.attempts, number: true, cell: ({ attempts }) => attempts.length },
    {
      key: 'at',
      name: say.happened,
      cell: ({ created_at }) => <time dateTime={created_at}>{precise(created_at)}</time>,
    },
  ]
  return (
    <Listed list={list}>
      {(rows) => <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />}
    </Listed>
  )
}
