import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Field, Select } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { Table, type TableColumn } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { eventTypes } from '../api/types.ts'
import { Filters } from '../components/filters.tsx'
import { ID_PATTERN } from '../components/search.ts'
import { room } from '../layout/messages.ts'
import { events } from './messages.ts'
import { eventList, type OwnEvent } from './queries.ts'
import { readEventSearch } from './search.ts'

const route = getRouteApi('/in/events')

/** Events of this user's records, newest first. */
export function EventsPage() {
  const say = useMessages(events)
  const { clear, every } = useMessages(room)
  const { precise } = useFormats()
  const filters = route.useSearch({ select: readEventSearch })
  const navigate = useNavigate()
  const list = useInfiniteQuery(eventList(filters))
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  const columns: TableColumn<OwnEvent>[] = [
    {
      key: 'type',
      name: say.type,
      cell: ({ id, type }) => (
        <Link to="/events/$event_id" params={{ event_id: id }}>
          {type}
        </Link>
      ),
    },
    { key: 'object', name: say.object, cell: ({ object_id }) => <Id value={object_id} /> },
    { key: 'sequence', name: say.sequence, number: true, cell: ({ sequence }) => sequence },
    { key: 'at', name: say.at, cell: ({ created_at }) => <time dateTime={created_at}>{precise(created_at)}</time> },
  ]
  return (
    <>
      <PageHead title={say.title} />
      <PageBody ref={tables}>
        <Filters
          filters={filters}
          clear={
            <Link to="/events" search={{}}>
              {clear}
            </Link>
          }
          onShow={(said) => void navigate({ to: '/events', search: readEventSearch(said) })}
        >
          <Select label={say.type} name="type" defaultValue={filters.type ?? ''}>
            <option value="">{every}</option>
            {eventTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          <Field
            label={say.object}
            name="object_id"
            defaultValue={filters.object_id}
            pattern={ID_PATTERN}
            title={say.idHint}
            maxLength={36}
          />
        </Filters>
        <Panel flush>
          <Listed list={list}>
            {(rows) => (
              <Table label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={say.none} />
            )}
          </Listed>
        </Panel>
      </PageBody>
    </>
  )
}
