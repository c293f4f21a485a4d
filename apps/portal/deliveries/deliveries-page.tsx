import { Select } from '@eclusa/ui/components/field.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useRowKeys } from '@eclusa/ui/components/row-keys.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Filters } from '../components/filters.tsx'
import { endpointList } from '../endpoints/queries.ts'
import { room } from '../layout/messages.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { deliveries } from './messages.ts'
import { readDeliverySearch } from './search.ts'
import { StatusViews } from './status-views.tsx'

const route = getRouteApi('/in/deliveries')

/** Deliveries to all endpoints of this user, newest first. */
export function DeliveriesPage() {
  const say = useMessages(deliveries)
  const { clear, every } = useMessages(room)
  const filters = route.useSearch({ select: readDeliverySearch })
  const navigate = useNavigate()
  const endpoints = useInfiniteQuery(endpointList).data ?? []
  const tables = useRef<HTMLDivElement>(null)
  useRowKeys(tables)
  return (
    <>
      <PageHead title={say.title}>
        <StatusViews filters={filters} />
      </PageHead>
      <PageBody ref={tables}>
        <Filters
          filters={filters}
          clear={
            <Link to="/deliveries" search={{}}>
              {clear}
            </Link>
          }
          onShow={(said) => void navigate({ to: '/deliveries', search: readDeliverySearch({ ...filters, ...said }) })}
        >
          {/* The choices load later than the form, which is remounted with them. */}
          <Select
            key={endpoints.length}
            label={say.endpoint}
            name="endpoint_id"
            defaultValue={filters.endpoint_id ?? ''}
          >
            <option value="">{every}</option>
            {endpoints.map(({ id, url }) => (
              <option key={id} value={id}>
                {url}
              </option>
            ))}
          </Select>
        </Filters>
        <Panel flush>
          <DeliveryTable filters={filters} />
        </Panel>
      </PageBody>
    </>
  )
}
