import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Listed } from '../../desk/parts/listed.tsx'
import { type Column, Table } from '../../desk/parts/table.tsx'
import { useFormats } from '../../desk/words/format.ts'
import { useWords } from '../../desk/words/language.ts'
import style from './deliveries.module.css'
import { AttemptAnswer, DeliveryStatus } from './delivery-status.tsx'
import { type Delivery, deliveryList } from './queries.ts'
import type { DeliveryFilters } from './search.ts'
import { deliveries } from './words.ts'

/** Deliveries with the result of their last attempt. */
export function DeliveryTable({ filters }: { filters: DeliveryFilters }) {
  const say = useWords(deliveries)
  const { precise, moment } = useFormats()
  const list = useInfiniteQuery(deliveryList(filters))
  const columns: Column<Delivery>[] = [
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
